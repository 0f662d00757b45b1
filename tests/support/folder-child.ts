import { writeSync } from 'node:fs'
import { openDatabase } from '#server/node/open-database.ts'
import { StartupError } from '#server/node/startup-error.ts'

/**
 * A server's database in a process of its own, for tests that kill it: opens the folder given as argument, then writes
 * rows until it dies, each acknowledged on standard output after its commit.
 */
const school = '01900000-0000-7000-8000-00000000000a'
const say = (line: string) => writeSync(1, `${line}\n`)

try {
  const database = await openDatabase({ dataDir: process.argv[2] ?? '', onDeath: () => process.exit(2) })
  const last = await database.tenant(school, (tx) =>
    tx.execute<{ code: string }>('select max(code) as code from sites'),
  )
  say('open')
  for (let n = Number(last.rows[0]?.code ?? 0) + 1; ; n += 1) {
    const code = String(n).padStart(12, '0')
    await database.tenant(school, (tx) =>
      tx.execute(`insert into sites (school_id, id, code, name)
        values ('${school}', '01900000-0000-7000-8000-${code}', '${code}', '{"en":"Site","ar":"موقع"}')`),
    )
    say(`ack ${n}`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`)
  process.exit(1)
}
