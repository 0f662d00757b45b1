/** What a trial is made of; `try-release.ts` builds it, the specs beside it read it. */
export interface Trial {
  /** Folder of a bare Debian. */
  bare: string
  /** Folder for the machines, and for what leaves them. */
  work: string
  /** Packages of two releases, the second newer; an asset that only the first has as its own. */
  packages: readonly [older: string, newer: string]
  oldAsset: string
  port: number
  /** The newer release as an OCI archive; undefined where nothing can run it. */
  image: string | undefined
}

/** Environment variable with a `Trial` as JSON. */
export const trialSetting = 'BAWABA_TRIAL'

/** Returns the trial of this run. @throws Error where a spec was started by itself */
export function readTrial(): Trial {
  const said = process.env[trialSetting]
  if (said === undefined) throw new Error('There is nothing to try: run npm run release:try.')
  return JSON.parse(said) as Trial
}

export const say = (line: string): void => console.log(line)

/** Fails the run unless it holds, and tells what was seen. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`it does not hold: ${what}`)
}
