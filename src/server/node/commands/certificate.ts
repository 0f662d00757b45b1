import { parseArgs } from 'node:util'
import { machineClock } from '../machine.ts'
import { type CertificateState, readCertificate } from '../certificate/read-certificate.ts'
import { readSettings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { commandLine } from './command-name.ts'
import { runCommand, say } from './command-line.ts'

/* `bawaba certificate`: tells what a tablet would find wrong with the certificate, and what to do. The exit code is 1 when it is. */

const usage = () => `Use ${commandLine('certificate', 'https://alnoor.school.example')}, or set PUBLIC_URL.`
const day = (date: Date) => date.toISOString().slice(0, 10)

/** Returns the sentence for a person, for each state. */
export function describeCertificate(state: CertificateState, host: string): string {
  switch (state.is) {
    case 'good':
      return `good until ${day(state.until)}, issued by ${state.issuer}.`
    case 'ends-soon':
      return `ends on ${day(state.until)} and should have been renewed by now: look at the log of the proxy.`
    case 'expired':
      return `expired on ${day(state.until)}: renew it. Tablets sell on as without a network and send everything afterwards.`
    case 'not-yet':
      return `begins on ${day(state.from)} only: set the clock of this machine.`
    case 'other-name':
      return `is for ${state.names}, not for ${host}: add this name, or take a certificate for *.${host.split('.').slice(1).join('.')}.`
    case 'unknown-issuer':
      return `comes from ${state.issuer || 'an issuer'} that this machine does not know (${state.reason}): install its root on this machine and on every tablet, and let the proxy send the whole chain.`
    case 'unreachable':
      return `can't be read (${state.reason}): does the proxy run, and is the port open?`
    case 'no-address':
      return `no address is known for ${host}: add it to the DNS, and let the resolver of the school pass private addresses.`
    case 'two-spaces':
      return `${host} leads to private and public addresses (${state.addresses.join(', ')}): use one name for one place.`
  }
}

async function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const text = positionals[0] ?? readSettings().publicUrl
  if (text === undefined || !URL.canParse(text)) throw new StartupError('bad-setting', usage())
  const address = new URL(text)
  if (address.protocol !== 'https:') {
    throw new StartupError('bad-setting', `${text} has no certificate: tablets work without a network only over https.`)
  }
  const state = await readCertificate(address, machineClock.nowMs())
  say(`${address.host}: ${describeCertificate(state, address.hostname)}`)
  if (state.is !== 'good') process.exitCode = 1
}

if (import.meta.main) await runCommand(main)
