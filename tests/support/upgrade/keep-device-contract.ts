import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import process from 'node:process'
import { contractFolder, deviceContract } from './device-contract.ts'

/*
 * `npm run devices:keep -- 0.2.0`: keeps what devices of this release send and read, for the tests of every later one. Once for each
 * release; a file that is there stays as it is, since devices of that release are out there.
 */

const [release] = process.argv.slice(2)
if (release === undefined || !/^[\w.-]+$/.test(release)) {
  process.stderr.write('Name the release: npm run devices:keep -- 0.2.0\n')
  process.exit(1)
}
const path = fileURLToPath(new URL(`${release}.json`, contractFolder))
if (existsSync(path)) {
  process.stderr.write(`${path} is there already; what was released does not change.\n`)
  process.exit(1)
}
writeFileSync(path, `${JSON.stringify(deviceContract('read'), null, 1)}\n`)
