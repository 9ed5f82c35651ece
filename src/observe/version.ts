/** This package's version, stated as the instrumentation scope's. A constant, so that a bundle needs no package.json. */
export const VERSION = '0.1.0'
