/** One sample of a page that Prometheus scrapes. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Reads a page in Prometheus' text format. */
export async function readSamples(url: string): Promise<Sample[]> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}`)
  const lines = (await response.text()).split('\n')
  return lines.filter(line => line !== '' && !line.startsWith('#')).map(sampleOf)
}

function sampleOf(line: string): Sample {
  const [, name = '', labels = '', value = ''] = /^([^\s{]+)(?:\{(.*)\})? (\S+)/.exec(line) ?? []
  const pairs = [...labels.matchAll(/([\w.]+)="((?:[^"\\]|\\.)*)"/g)]
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, key = '', text = '']) => [key, text])),
    value: Number(value),
  }
}
