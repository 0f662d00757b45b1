import { createSetupLink } from '#server/features/identity/setup/setup-link.service.ts'
import { commandLine } from './command-name.ts'
import { runCommand, say, withDatabase } from './command-line.ts'
import { machineClock, machineRandom } from '../machine.ts'
import { readSettings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { setupAddress } from '../welcome.ts'

/* `npm run setup-link`: prints a new link that creates the first school, and ends all earlier ones. */

async function main() {
  const settings = readSettings()
  const whileRunning = `The server that uses ${settings.dataDir} is running; restart it, and it prints a new link at its start.`
  await withDatabase(settings, whileRunning, async (db) => {
    const path = await createSetupLink({ db, clock: machineClock, random: machineRandom }, { replaces: true })
    if (path === undefined) {
      throw new StartupError(
        'has-school',
        `There is a school already, so no link creates the first one; "${commandLine('schools')}" creates more.`,
      )
    }
    say(setupAddress(path, settings.port, settings.publicUrl))
  })
}

if (import.meta.main) await runCommand(main)
