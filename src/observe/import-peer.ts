import { MissingPackageError } from './missing-package-error.js'

/**
 * Imports an optional peer at its first use.
 *
 * @param packageName The package that `load` imports, named in the error.
 * @param load The literal `import()`, so that types and bundlers see it.
 * @param installCommand Command that installs it.
 * @throws {MissingPackageError} When the package is not installed.
 */
export async function importPeer<Module>(
  packageName: string,
  load: () => Promise<Module>,
  installCommand: () => string = () => `npm install ${packageName}`,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (!isMissing(packageName, cause)) throw cause
    throw new MissingPackageError(packageName, installCommand(), { cause })
  }
}

function isMissing(packageName: string, cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? cause.code : undefined
  return (
    (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') && cause.message.includes(packageName)
  )
}
