/**
 * Writes a duration for people: three digits or so, with the unit that fits.
 *
 * @param ms The duration in milliseconds.
 */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`
  if (ms < 0.9995) return `${Math.round(ms * 1000)} µs`
  if (ms < 9.95) return `${ms.toFixed(1)} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 9_995) return `${(ms / 1000).toFixed(2)} s`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`
    : `${Math.floor(seconds / 3600)} h ${pad(Math.floor((seconds % 3600) / 60))} min`
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
