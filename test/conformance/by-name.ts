/** Pairs items with their names, as `describe.each` needs them for plain titles. */
export function byName<T extends { name: string }>(items: readonly T[]): [name: string, item: T][] {
  return items.map(item => [item.name, item])
}
