const wanted = process.env.TOOLSPAN_REQUIRE_SYSTEM === '1'

/** Why tests that need the npm registry do not run; `undefined` where they must. */
export const skipped = wanted
  ? undefined
  : 'needs the npm registry and takes minutes: npm run test:consumers, or TOOLSPAN_REQUIRE_SYSTEM=1'
