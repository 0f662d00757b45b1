// chunk: settings
import type { GroupRole } from '#shared/identity/sign-in-settings.contract.ts'
import { staffRoles } from '#shared/identity/staff.contract.ts'

/** Groups with their roles as lines to type. */
export const linesOf = (groupRoles: readonly GroupRole[]): string =>
  groupRoles.map(({ group, role }) => `${group} = ${role}`).join('\n')

/** Reads them again; undefined where a line is none. A group may have an equals sign in it: the last one counts. */
export function readLines(text: string): GroupRole[] | undefined {
  const read = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): GroupRole | undefined => {
      const at = line.lastIndexOf('=')
      const group = line.slice(0, Math.max(at, 0)).trim()
      const role = staffRoles.find((each) => each === line.slice(at + 1).trim())
      return group === '' || !role ? undefined : { group, role }
    })
  const good = read.filter((each) => each !== undefined)
  return good.length === read.length ? good : undefined
}
