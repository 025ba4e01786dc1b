import fc from 'fast-check'

/**
 * Property tests try the same examples in every run, so that a change of the code is what makes one fail.
 * `PROPERTY_SEED=random` tries others, and a number repeats those of an earlier run.
 */
const given = process.env.PROPERTY_SEED ?? '20261116'
if (given !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) })
