import { DefinitionError } from '../runtime/errors.js'

/** A schema that has no JSON Schema form, where a client must be given one. */
export class NoJsonSchemaError extends DefinitionError {
  override name = 'NoJsonSchemaError'
  readonly toolName: string
  readonly field: string
  readonly reason: string

  constructor(toolName: string, field: string, reason: string) {
    super(`the ${field} of ${toolName} has no JSON Schema form: ${reason}; use a schema that has one`)
    this.toolName = toolName
    this.field = field
    this.reason = reason
  }
}
