import { filledFolder, serveSchools } from './served-school.ts'

/** Once per run of browser tests: a data folder with the demo schools, cleanly closed, that every server gets a copy of. */
export default async function fillFolder(): Promise<() => Promise<void>> {
  const served = await serveSchools()
  await served.stop()
  process.env[filledFolder] = served.dataDir
  return served.remove
}
