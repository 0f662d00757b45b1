import type { z } from 'zod'
import { findSchoolsById } from '#server/features/school/find-school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { installationId, type Tx } from '#server/kernel/db.ts'
import {
  enterSchool,
  type LinkedSchool,
  linkByInvitation,
  linkedSchools,
  linkSchool,
  switchSchool,
  unlinkSchool,
} from '#shared/identity/linked-schools.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { randomToken, uuidv7 } from '#shared/kernel/ids.ts'
import { linkAddress } from '#shared/school/school-address.rules.ts'
import { hasJustSignedIn } from '../profile/own-password.service.ts'
import { findPeople } from '../sessions/people.service.ts'
import { ownProof } from '../sessions/profile.service.ts'
import { chainSession } from '../sessions/session-chain.service.ts'
import { endChained } from '../sessions/session.service.ts'
import { endOpened } from './end-opened.service.ts'
import { enterByHandOver, issueHandOver } from './hand-over.service.ts'
import { linkByLink, linkByPassword, ownSide } from './link-school.service.ts'
import { type Linked, proofOf, readLinked, recordLink, takeOut } from './linked-school.service.ts'

/** Lists the schools of this person by code. */
async function listLinked(ctx: SessionCtx): Promise<z.infer<typeof linkedSchools.reply>> {
  const { db } = ctx.deps
  const linked = await readLinked(db, ctx.school.schoolId, ctx.session.user.userId)
  const asksPassword = !(await hasJustSignedIn(ctx))
  if (linked.length === 0) return { schools: [], isProven: true, asksPassword }
  const schools: LinkedSchool[] = []
  for (const school of await findSchoolsById(
    db,
    linked.map(({ ofSchoolId }) => ofSchoolId),
  )) {
    const { schoolId, name } = school
    const account = linked.find(({ ofSchoolId }) => ofSchoolId === schoolId)
    if (account === undefined) continue
    const { userId } = account
    const people = await db.tenant(schoolId, (tx) => findPeople(tx, schoolId, [userId]))
    const isOpen = people.get(userId) !== undefined && people.get(userId)?.disabledMs === undefined
    const isSame = isOpen && (await db.tenant(schoolId, (tx) => stillProves(tx, account)))
    const state = isSame ? 'open' : isOpen ? 'unproven' : 'closed'
    const { host } = new URL(linkAddress(school, ctx.schoolsBase()))
    schools.push({ schoolId, name, host, isThis: schoolId === ctx.school.schoolId, state })
  }
  return { schools, isProven: await isProven(ctx), asksPassword }
}

/** Whether a linked account has the password and the address it was linked by. In the transaction of its school. */
async function stillProves(tx: Tx, { ofSchoolId, userId, proof }: Linked): Promise<boolean> {
  return proofOf(await ownProof(tx, ofSchoolId, userId)) === proof
}

/** Whether nobody has replaced the password of the caller's account by an emailed link since it was linked. */
async function isProven(ctx: SessionCtx): Promise<boolean> {
  const { account } = await ownSide(ctx)
  const linked = await readLinked(ctx.deps.db, ctx.school.schoolId, account.userId)
  return linked.some(({ ofSchoolId, proof }) => ofSchoolId === ctx.school.schoolId && proof === proofOf(account))
}

/** Reads the caller's account in a linked school. @throws AppError request.not-found */
async function requireLinked(ctx: SessionCtx, schoolId: string) {
  const linked = await readLinked(ctx.deps.db, ctx.school.schoolId, ctx.session.user.userId)
  const account = linked.find(({ ofSchoolId }) => ofSchoolId === schoolId)
  const [school] = account ? await findSchoolsById(ctx.deps.db, [schoolId]) : []
  if (!account || !school) throw new AppError('request.not-found', { field: 'schoolId' })
  return { account, school }
}

/**
 * Opens a linked school for the caller. @returns the address with the token
 * @throws AppError request.not-found, auth.school-unproven, auth.account-disabled
 */
async function openLinked(ctx: SessionCtx, schoolId: string): Promise<string> {
  const { deps, session } = ctx
  const { account, school } = await requireLinked(ctx, schoolId)
  if (!(await isProven(ctx))) throw new AppError('auth.school-unproven')
  const fresh = uuidv7(deps.clock.nowMs(), deps.random)
  const own = await ctx.tenant((tx) => chainSession(tx, ctx.school.schoolId, session.tokenHash, fresh))
  if (!own) throw new AppError('auth.session-expired')
  const { userId } = account
  const handed = { userId, chain: own.chain, sessionUntil: own.expiresAt }
  const path = await deps.db.tenant(schoolId, async (tx) => {
    const person = (await findPeople(tx, schoolId, [userId])).get(userId)
    if (!person || person.disabledMs !== undefined) throw new AppError('auth.account-disabled')
    if (!(await stillProves(tx, account))) throw new AppError('auth.school-unproven')
    return issueHandOver(tx, { deps, schoolId }, handed)
  })
  return linkAddress(school, ctx.schoolsBase()) + path
}

/**
 * Takes a school off the caller's list, or the caller's own account: sessions that one has opened for the other end.
 * @throws AppError request.not-found
 */
async function unlink(ctx: SessionCtx, schoolId: string): Promise<void> {
  const { deps, session } = ctx
  const nowMs = deps.clock.nowMs()
  const { account, school } = await requireLinked(ctx, schoolId)
  const here = { school: ctx.school, account: { userId: session.user.userId } }
  const there = { school, account }
  const isLeaving = schoolId === ctx.school.schoolId
  const fresh = uuidv7(nowMs, deps.random)
  const own = await ctx.tenant((tx) => chainSession(tx, ctx.school.schoolId, session.tokenHash, fresh))
  if (isLeaving && own)
    await ctx.tenant((tx) =>
      endOpened(tx, { schoolId, userId: account.userId, chains: new Set([own.chain]), stays: true }, nowMs),
    )
  await deps.db.tenant(installationId, async (tx) => {
    await takeOut(tx, account)
    await recordLink(tx, deps, 'school-unlinked', here, there)
    if (isLeaving) return
    await recordLink(tx, deps, 'school-unlinked', there, here)
    await endChained(tx, schoolId, { userId: account.userId }, nowMs)
  })
}

/** At a till, which many hands reach, no other school is opened. @throws AppError access.denied */
function requireDesk({ session }: SessionCtx): void {
  if (session.kind !== 'staff') throw new AppError('access.denied')
}

export const linkedSchoolRoutes: Feature = ({ passwords, random }) => {
  let made: Promise<string> | undefined
  const decoy = () => (made ??= passwords.hash(randomToken(random)))
  return [
    route.session(linkedSchools, async (ctx) => {
      requireDesk(ctx)
      return listLinked(ctx)
    }),
    route.session(linkSchool, async (ctx, asked) => {
      requireDesk(ctx)
      return linkByPassword(ctx, asked, await decoy())
    }),
    route.session(linkByInvitation, async (ctx, asked) => {
      requireDesk(ctx)
      return linkByLink(ctx, asked)
    }),
    route.session(unlinkSchool, async (ctx, { schoolId }) => {
      requireDesk(ctx)
      await unlink(ctx, schoolId)
      return {}
    }),
    route.session(switchSchool, async (ctx, { schoolId }) => {
      requireDesk(ctx)
      return { address: await openLinked(ctx, schoolId) }
    }),
    route.open(enterSchool, (ctx, { token }) => enterByHandOver(ctx, token)),
  ]
}
