import { parseArgs } from 'node:util'
import {
  removeProvider,
  resetProviderFactor,
  setProvider,
} from '#server/features/identity/provider/provider-account.service.ts'
import { isEmail } from '#shared/identity/credentials.rules.ts'
import { machineClock, machineRandom } from '../machine.ts'
import { argon2Passwords } from '../passwords.ts'
import { readSettings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { commandLine } from './command-name.ts'
import { runCommand, say, withDatabase } from './command-line.ts'

/* `npm run provider`: the account above schools, for who runs an installation of several. Its password is shown once. */

const usage = `Use one of:
  ${commandLine('provider', 'set --email address')}      creates the account, or gives it another password
  ${commandLine('provider', 'reset-second-factor --email address')}      when the telephone and the recovery codes are lost
  ${commandLine('provider', 'remove --email address')}`

const verbs = ['set', 'reset-second-factor', 'remove'] as const
type Verb = (typeof verbs)[number]
const isVerb = (typed: string | undefined): typed is Verb => verbs.some((verb) => verb === typed)

async function main() {
  const { positionals, values } = parseArgs({ options: { email: { type: 'string' } }, allowPositionals: true })
  const [verb] = positionals
  const email = values.email?.trim()
  if (email === undefined || !isEmail(email) || !isVerb(verb)) {
    throw new StartupError('bad-setting', usage)
  }
  const settings = readSettings()
  const whileRunning = `The server that uses ${settings.dataDir} is running; stop it first, since an embedded database has one user.`
  await withDatabase(settings, whileRunning, async (db) => {
    const deps = { db, clock: machineClock, random: machineRandom, passwords: argon2Passwords() }
    if (verb === 'set') {
      say(`Password of ${email}, shown this once: ${await setProvider(deps, email)}`)
      say(
        'Sign in at /setup of the address without a school. The first sign-in sets up two-step sign-in with an authenticator app.',
      )
    } else if (verb === 'reset-second-factor') {
      if (!(await resetProviderFactor(deps, email)))
        throw new StartupError(
          'bad-setting',
          `${email} is no provider of this installation, or has no two-step sign-in.`,
        )
      say(`Two-step sign-in of ${email} was reset. The next sign-in at /setup sets it up again.`)
    } else if (!(await removeProvider(deps, email))) {
      throw new StartupError('bad-setting', `${email} is no provider of this installation.`)
    }
  })
}

if (import.meta.main) await runCommand(main)
