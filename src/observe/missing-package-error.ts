/**
 * Says which optional package is not installed and which command installs it.
 *
 * What an entry beside the main one needs is an optional peer, so this is the one error a fresh project can expect there.
 */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'

  /** Name of the package that could not be found, such as `@opentelemetry/sdk-node`. */
  readonly packageName: string

  /** Command that installs it, in the line that the application already has. */
  readonly installCommand: string

  constructor(packageName: string, installCommand: string, options?: { cause?: unknown }) {
    super(`${packageName} is not installed; run: ${installCommand}`, options)
    this.packageName = packageName
    this.installCommand = installCommand
  }
}
