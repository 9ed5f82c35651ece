/** Writes how many there are of something, such as `1,204 records`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}
