import type { Role } from '#shared/kernel/roles.ts'

/**
 * Who may make which call, written a second time on purpose and role by role, so that a permission that grows is seen here.
 * `open` anybody who names a school · `common` anybody · `provider` who runs the installation · `device` a paired device that signs · `sender` the same, or a
 * visitor's browser · else a signed-in person: `desk` says with which roles at a desk, `till` with which ones in the session
 * of a till (which only operators, supervisors and administrators can open). Anyone who has several may what each of them may.
 */
export type Authority = 'open' | 'common' | 'provider' | 'device' | 'sender' | Staff
interface Staff {
  /** Whether the call asks for a fresh proof of who sits at the screen. */
  readonly isProven?: true
  readonly desk: readonly Role[] | 'everybody'
  readonly till: readonly Role[] | 'everybody'
}

export const atDesk = (...desk: readonly Role[]): Staff => ({ desk, till: [] })
export const anywhere = (...both: readonly Role[]): Staff => ({ desk: both, till: both })

/** The same people, with a proof that is at most ten minutes old. */
export const proven = (row: Staff): Staff => ({ ...row, isProven: true })

/** A person's own things, or nothing that anybody could want: the account decides. */
export const everybody: Staff = { desk: 'everybody', till: 'everybody' }
/** The own account, which nobody opens at a till. */
export const everybodyAtDesk: Staff = { desk: 'everybody', till: [] }
export const admins = atDesk('admin')
export const heads = atDesk('head', 'admin')
export const formEditors = atDesk('registrar', 'admin')
export const admission = atDesk('admission-officer', 'registrar', 'admin')
export const admissionReaders = atDesk('admission-officer', 'registrar', 'head', 'admin')
export const studentReaders = atDesk('admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin')
export const studentDeciders = atDesk('admission-officer', 'registrar', 'head', 'finance', 'admin')
export const documentReaders = atDesk('admission-officer', 'registrar', 'head', 'auditor', 'admin')
export const deviceKeepers = atDesk('supervisor', 'it', 'admin')
export const deviceReaders = anywhere('supervisor', 'it', 'admin', 'finance')
export const sellers = anywhere('operator', 'supervisor', 'finance', 'head', 'admin')
export const faceReaders = atDesk('supervisor', 'registrar', 'head', 'admin')
export const faceRegistrars = anywhere('supervisor', 'registrar', 'admin')
export const chargeDeciders = anywhere('supervisor', 'finance', 'admin')
export const accountApprovers = atDesk('finance', 'admin')
export const accountKeepers = atDesk('supervisor', 'finance', 'admin')
export const pupilReaders = atDesk('registrar', 'head', 'supervisor', 'finance', 'admin')
export const pupilKeepers = atDesk('registrar', 'head', 'admin')
export const cardKeepers = atDesk('registrar', 'supervisor', 'admin')
export const supervisors = anywhere('supervisor', 'admin')
