import type { z } from 'zod'
import { findPeople, type Person } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  decideOnPeople,
  type KnownPerson,
  type PersonView,
  submissionPeople,
  undoDecision,
} from '#shared/forms/people/person.contract.ts'
import type { SubmissionScope } from '#shared/forms/submission-scope.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type SubmissionName, submissionNames } from '../submissions/submission.service.ts'
import { submissionScope } from '../submissions/submission-scope.service.ts'
import { findPersons, type PersonRow, peopleOf } from './person.service.ts'
import type { Bonds, Decision } from './person-bonds.service.ts'
import { type By, decide, undo } from './person-decision.service.ts'
import { matchesFor } from './person-hint.service.ts'

/** Returns what staff may see of a person to tell them from another. */
const personView = ({ id, names, birthDate }: PersonRow, submission: SubmissionName): z.input<typeof PersonView> => ({
  id,
  names,
  birthDate,
  submission,
})

/** Returns the author and time of a decision; no author where the account is gone. */
const decidedBy = ({ id, decidedAt, decidedBy: userId }: Decision, staff: ReadonlyMap<UserId, Person>) => ({
  decisionId: id,
  by: staff.get(userId)?.name ?? { en: '–', ar: '–' },
  at: decidedAt,
})

export const personRoutes: Feature = ({ clock, random }) => {
  const by = (ctx: SessionCtx): By => ({
    schoolId: ctx.school.schoolId,
    userId: ctx.session.user.userId,
    nowMs: clock.nowMs(),
    random,
  })
  return [
    route.session(submissionPeople, async (ctx, { submissionId }) => {
      requirePermission(ctx.session, 'submissions.see')
      const { schoolId } = ctx.school
      return ctx.tenant(async (tx) => {
        const scope = await submissionScope(tx, ctx)
        const names = await submissionNames(tx, schoolId, [submissionId], scope)
        if (names.size === 0) throw new AppError('request.not-found')
        return { people: await knownPeople(tx, schoolId, scope, await peopleOf(tx, schoolId, [submissionId])) }
      })
    }),
    route.session(decideOnPeople, async (ctx, { decision, personId, otherId }) => {
      requirePermission(ctx.session, 'people.decide')
      return { decisionId: await ctx.tenant((tx) => decide(tx, by(ctx), decision, [personId, otherId])) }
    }),
    route.session(undoDecision, async (ctx, { decisionId }) => {
      requirePermission(ctx.session, 'people.decide')
      await ctx.tenant((tx) => undo(tx, by(ctx), decisionId))
      return {}
    }),
  ]
}

type Known = z.input<typeof KnownPerson>

/** Returns these people with who they may be; nobody whose form is out of the reader's scope is among them. */
async function knownPeople(
  tx: Tx,
  schoolId: string,
  scope: SubmissionScope,
  people: readonly PersonRow[],
): Promise<Known[]> {
  const { hints, decisions, bonds } = await matchesFor(tx, schoolId, people)
  const decided = decisions.flatMap(({ personId, otherId }) => [personId, otherId])
  const persons = await findPersons(tx, schoolId, decided)
  for (const { person } of [...hints.values()].flat()) persons.set(person.id, person)
  const submissions = await submissionNames(
    tx,
    schoolId,
    [...people, ...persons.values()].map(({ submissionId }) => submissionId),
    scope,
  )
  const staff = await findPeople(
    tx,
    schoolId,
    decisions.map((each) => each.decidedBy),
  )
  const seen = (person: PersonRow | undefined) => {
    const submission = person && submissions.get(person.submissionId)
    return submission ? [personView(person, submission)] : []
  }
  const shown = (all: ReturnType<Bonds['sameAs']>) =>
    all.flatMap(({ id, decision }) =>
      seen(persons.get(id)).map((person) => ({ person, ...decidedBy(decision, staff) })),
    )
  return people.flatMap((each) =>
    seen(each).map((person) => ({
      person,
      hints: (hints.get(each.id) ?? []).flatMap((hint) =>
        seen(hint.person).map((other) => ({ person: other, reasons: hint.reasons })),
      ),
      same: shown(bonds.sameAs(each.id)),
      apart: shown(bonds.apartFrom(each.id)),
    })),
  )
}
