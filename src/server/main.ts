import { createApp } from './app.ts'
import { issueDemoLetters } from './db/seed/issue-demo-letters.ts'
import { seedDemo } from './db/seed/seed-demo.ts'
import { createSetupLink } from './features/identity/setup/setup-link.service.ts'
import { describeFailure } from './http/describe-failure.ts'
import { createLog } from './node/log.ts'
import { stopOnSignal } from './node/process-signals.ts'
import { runServer } from './node/run-server.ts'
import { readSettings } from './node/settings.ts'
import { StartupError } from './node/startup-error.ts'
import { schoolAddresses, setupAddress, welcome } from './node/welcome.ts'

/** What can't go on must not: anyone who supervises the process starts it again, and the database survives a kill. */
function die(error: unknown): never {
  if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
  else createLog('error').error({ error }, 'the server ended')
  process.exit(1)
}

process.on('uncaughtException', die)
process.on('unhandledRejection', die)

try {
  const settings = readSettings()
  const server = await runServer(settings, { createApp, seed: seedDemo, onFatal: die })
  stopOnSignal(() => server.stop(), die)
  const addresses = await schoolAddresses(server.deps.db, server.port, settings.publicUrl)
  const setupPath = await createSetupLink(server.deps, { replaces: false })
  const setupLink = setupPath && setupAddress(setupPath, server.port, settings.publicUrl)
  process.stdout.write(welcome(addresses, server.signIns, setupLink))
  const codes = new Set(server.signIns.map(({ school }) => school))
  await issueDemoLetters(server.deps, codes, settings.publicUrl ?? `http://localhost:${server.port}`).catch(
    // Without them the demo lacks letters, and nothing else.
    (error: unknown) => server.deps.log.error(describeFailure(error), 'the letters of the demo were not issued'),
  )
} catch (error) {
  die(error)
}
