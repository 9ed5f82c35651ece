/** Writes a variable as Grafana fills it in. */
export function variable(name: string): string {
  return `\${${name}}`
}
