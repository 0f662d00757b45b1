import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inviteAdministratorAgain } from '#server/features/identity/setup/first-administrator.service.ts'
import { SheetRefused } from '#server/features/lists/spreadsheet/unreadable.ts'
import { openInstallation } from '#server/features/sync/installation/installation.service.ts'
import { familyMessages } from '#server/features/messaging/message-plan.service.ts'
import { settleRestored } from '#server/features/retention/restore/settle-restored.service.ts'
import { SchoolDirectory } from '#server/features/school/directory.service.ts'
import { listDemoSchools, schoolIdOf } from '#server/features/school/school.service.ts'
import type { Database } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { createSchools } from '#server/school-batch.ts'
import { readTemplate, type SchoolTemplate } from '#server/school-template.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { createLog } from '../log.ts'
import { machineClock, machineRandom } from '../machine.ts'
import { argon2Passwords } from '../passwords.ts'
import { readSettings, type Settings } from '../settings.ts'
import { smtpMailer } from '../smtp-mailer.ts'
import { StartupError } from '../startup-error.ts'
import { commandLine } from './command-name.ts'
import { runCommand, say, withDatabase } from './command-line.ts'
import { readSchoolFile } from './school-file.ts'

/* `npm run schools`: creates schools from a list, lets a locked-out administrator in, removes the demo schools. */

const usage = `Use one of:
  ${commandLine('schools', 'create --from schools.csv [--template code]')}
  ${commandLine('schools', 'invite --school code --administrator address')}
  ${commandLine('schools', 'remove-demo')}`

const complain = (line: string) => void process.stderr.write(`${line}\n`)

const depsOver = (db: Database, settings: Settings): Deps => ({
  db,
  installation: openInstallation({ db, clock: machineClock, random: machineRandom }),
  clock: machineClock,
  random: machineRandom,
  passwords: argon2Passwords(),
  log: createLog(settings.logLevel),
  settings,
  familyMessages,
  settleRestored,
  // Invitations are queued here and sent by the server.
  mailer: settings.smtpUrl === undefined ? undefined : smtpMailer({ url: settings.smtpUrl, from: settings.mailFrom }),
})

async function templateOf(db: Database, code: string | undefined): Promise<SchoolTemplate | undefined> {
  if (code === undefined) return undefined
  const schoolId = await schoolIdOf(db, code)
  if (schoolId === undefined) throw new StartupError('bad-setting', `There is no school with the code ${code}.`)
  return readTemplate(db, schoolId)
}

function readFile(path: string) {
  try {
    return readSchoolFile(readFileSync(path))
  } catch (error) {
    const why = error instanceof SheetRefused ? `It is no readable CSV or workbook (${error.why}).` : messageOf(error)
    throw new StartupError('bad-setting', `${path} creates no school: ${why}`, { cause: error })
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Creates the schools of a file. Rows that are refused are named on the error output, and the exit code is 1. */
async function create(db: Database, settings: Settings, from: string, templateCode: string | undefined) {
  const { schools, refused } = readFile(from)
  const template = await templateOf(db, templateCode)
  const base = baseOf(settings)
  const counts = { created: 0, there: 0 }
  await createSchools(depsOver(db, settings), schools, { base, template }, ({ school }, outcome) => {
    counts[outcome.is] += 1
    if (outcome.is === 'created')
      say(['created', school.code, outcome.address, outcome.link ?? ''].join('\t').trimEnd())
  })
  for (const { line, code, reason } of refused) complain(`line ${line}${code && ` (${code})`}: ${reason}`)
  say(`${counts.created} created, ${counts.there} there already, ${refused.length} refused`)
  if (refused.length > 0) process.exitCode = 1
}

/** Prints another link by which an administrator chooses a password. */
async function invite(db: Database, settings: Settings, code: string, administrator: string) {
  const school = await new SchoolDirectory(db, machineClock).byCode(code)
  if (!school) throw new StartupError('bad-setting', `There is no school with the code ${code}.`)
  const origin = schoolAddress(code, baseOf(settings))
  const ctx = { deps: depsOver(db, settings), school, origin }
  const path = await db.tenant(school.schoolId, (tx) => inviteAdministratorAgain(tx, ctx, administrator))
  if (path === undefined) throw new StartupError('bad-setting', `${administrator} is no administrator of ${code}.`)
  say(origin + path)
}

const baseOf = ({ publicUrl, port }: Settings) => new URL(publicUrl ?? `http://localhost:${port}`).origin

async function removeDemo(db: Database) {
  const demos = await listDemoSchools(db)
  for (const { schoolId, code } of demos) if (await db.deleteDemoSchool(schoolId)) say(`removed\t${code}`)
  if (demos.length === 0) say('There is no demo school.')
}

async function main() {
  const text = { type: 'string' } as const
  const options = { from: text, template: text, school: text, administrator: text }
  const { positionals, values } = parseArgs({ options, allowPositionals: true })
  const [verb] = positionals
  const settings = readSettings()
  const whileRunning = `The server that uses ${settings.dataDir} is running; stop it first, since an embedded database has one user.`
  if (verb === 'create' && values.from !== undefined) {
    const { from, template } = values
    return withDatabase(settings, whileRunning, (db) => create(db, settings, from, template))
  }
  if (verb === 'invite' && values.school !== undefined && values.administrator !== undefined) {
    const { school, administrator } = values
    return withDatabase(settings, whileRunning, (db) => invite(db, settings, school, administrator))
  }
  if (verb === 'remove-demo') return withDatabase(settings, whileRunning, removeDemo)
  throw new StartupError('bad-setting', usage)
}

if (import.meta.main) await runCommand(main)
