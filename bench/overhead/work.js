// The work that every variant does: one small tool, its schemas, its validation by hand.
import { z } from 'zod'

export const inputSchema = z.object({ location: z.string() })
export const outputSchema = z.object({
  location: z.string(),
  temperatureCelsius: z.number(),
  conditions: z.string(),
})
export const input = { location: 'Seoul' }

/** The tool's body, which does next to nothing, so that what is around it shows. */
export async function weather({ location }) {
  return { location, temperatureCelsius: 21, conditions: 'sunny' }
}

/** Input and output validated, and nothing else: the floor. */
export async function validated(given) {
  const { value } = inputSchema['~standard'].validate(given)
  return outputSchema['~standard'].validate(await weather(value)).value
}
