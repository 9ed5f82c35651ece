/**
 * Says which optional package is not installed and which command installs it.
 *
 * The SDK packages are optional peers, so this is the one error a fresh project can expect from `toolspan/exporters`.
 */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'

  /** Name of the package that could not be found, such as `@opentelemetry/sdk-node`. */
  readonly packageName: string

  /** Command that installs it in the line of OpenTelemetry that the application already has. */
  readonly installCommand: string

  constructor(packageName: string, installCommand: string, options?: { cause?: unknown }) {
    super(`${packageName} is not installed; run: ${installCommand}`, options)
    this.packageName = packageName
    this.installCommand = installCommand
  }
}
