import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { argon2id, argon2Verify } from 'hash-wasm'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { createApp } from '#server/app.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Migration } from '#server/db/migration.ts'
import { seedDemo } from '#server/db/seed/seed-demo.ts'
import { openInstallation } from '#server/features/sync/installation/installation.service.ts'
import { familyMessages } from '#server/features/messaging/message-plan.service.ts'
import { settleRestored } from '#server/features/retention/restore/settle-restored.service.ts'
import { type Db, databaseOver } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Passwords } from '#server/kernel/passwords.ts'
import { openKeyRing } from '#server/kernel/keys/key-ring.ts'
import type { DemoAnswer, DemoCall, DemoReady } from './demo-messages.ts'

/** argon2id in WebAssembly, with the real server's cost: browsers have none of their own. */
const demoPasswords: Passwords = {
  hash: (plain) =>
    argon2id({
      password: plain.normalize('NFKC'),
      salt: crypto.getRandomValues(new Uint8Array(16)),
      parallelism: 1,
      iterations: 2,
      memorySize: 19_456,
      hashLength: 32,
      outputType: 'encoded',
    }),
  verify: (plain, phc) => argon2Verify({ password: plain.normalize('NFKC'), hash: phc }).catch(() => false),
}

/*
 * The whole server in a worker of the tab: the same application, migrations and seed as the real one, over PGlite kept in
 * the browser's IndexedDB. Only what has no browser form is another: hashing, logging, listening.
 */
const texts = import.meta.glob<string>('../server/db/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const migrations: Migration[] = Object.entries(texts).map(([path, sql]) => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  sql,
}))

async function startServer() {
  const engine = await PGlite.create('idb://bawaba-demo', { relaxedDurability: true })
  const db: Db = drizzle(engine)
  await migrate(db, migrations)
  const quiet = () => undefined
  const database = databaseOver(db, { kind: 'pglite', close: () => engine.close() })
  const deps: Deps = {
    db: database,
    installation: openInstallation({ db: database, clock: machineClock, random: machineRandom }),
    clock: machineClock,
    random: machineRandom,
    passwords: demoPasswords,
    log: {
      info: quiet,
      warn: quiet,
      error: (fields, message) => self.reportError(new Error(message, { cause: fields })),
    },
    settings: { mode: 'development', publicUrl: undefined, hosts: [], trustProxy: false },
    familyMessages,
    settleRestored,
    mailer: undefined,
    // Anybody can read it here, as they can the demo's passwords: faces of this tab stay in this tab.
    keyRing: openKeyRing([new Uint8Array(32).fill(7)]),
  }
  const { signIns } = await seedDemo(deps.db, deps)
  return { app: createApp(deps), signIns }
}

// The engine copies its files to the browser's database behind our back and stumbles over one that is gone by then; what
// is missing comes with the copy after the next query.
self.addEventListener('unhandledrejection', (event) => {
  if ((event.reason as Error | undefined)?.name === 'ErrnoError') event.preventDefault()
})

const server = startServer()

server.then(
  ({ signIns }) => post({ type: 'ready', signIns }),
  (error: unknown) => post({ type: 'failed', reason: (error as Error).message }),
)

function post(message: DemoReady | DemoAnswer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}

self.addEventListener('message', (event: MessageEvent<DemoCall>) => {
  void answer(event.data)
})

async function answer({ id, url, method, headers, body }: DemoCall): Promise<void> {
  const { app } = await server
  const response = await app.fetch(new Request(url, { method, headers, ...(body ? { body } : {}) }))
  const bytes = await response.arrayBuffer()
  post({ type: 'answer', id, status: response.status, headers: [...response.headers], body: bytes }, [bytes])
}
