import type { Database } from '#server/kernel/db.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { commandLine } from './commands/command-name.ts'

/** One sign-in to a demo school. */
export interface SignIn {
  school: string
  /** Path of the sign-in page, e.g. `/pos-sign-in`. */
  path: string
  username: string
  password: string
  role: string
  pin?: string | undefined
}

/** Returns the address of every school: its code before `localhost`, or before the host of PUBLIC_URL. */
export async function schoolAddresses(db: Database, port: number, publicUrl: string | undefined): Promise<string[]> {
  const { rows } = await db.directory((tx) => tx.execute<{ code: string }>('select code from schools order by code'))
  return rows.map(({ code }) => schoolAddress(code, publicUrl ?? `http://localhost:${port}`))
}

/** Returns the address of a set-up link, on the host that all schools share. @param path with the token behind `#` */
export const setupAddress = (path: string, port: number, publicUrl: string | undefined): string =>
  new URL(path, publicUrl ?? `http://localhost:${port}`).href

/**
 * Returns the message shown after the start. It may carry a secret, the set-up link: it goes to the terminal and into no log.
 * @param setupLink address that creates the first school; undefined where there is one that is no demo
 */
export function welcome(addresses: readonly string[], signIns: readonly SignIn[], setupLink?: string): string {
  const lines = addresses.length > 0 ? ['Bawaba is running:', ...addresses.map((address) => `  ${address}`)] : []
  if (addresses.length === 0) lines.push('Bawaba is running, but there is no school in its database yet.')
  if (signIns.length > 0) lines.push('', 'Demo sign-ins:', ...table(signIns))
  if (setupLink !== undefined) {
    const again = `"${commandLine('setup-link')}" prints a new link`
    lines.push('', `Create your own school here (once, within 24 hours; ${again}):`)
    lines.push(`  ${setupLink}`)
  }
  lines.push('', 'Ctrl-C stops it.', '')
  return lines.join('\n')
}

function table(signIns: readonly SignIn[]): string[] {
  const cells = signIns.map(({ school, path, username, password, role, pin }) => [
    school,
    path,
    role,
    username,
    password,
    pin ? `PIN ${pin}` : '',
  ])
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
