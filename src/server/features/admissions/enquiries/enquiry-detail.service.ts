import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { peopleOf } from '#server/features/forms/people/person.service.ts'
import { matchesFor } from '#server/features/forms/people/person-hint.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { EnquiryDetail, EnquiryEvent } from '#shared/admissions/enquiries/enquiry.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { parsePhone } from '#shared/kernel/text/phone.rules.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { enquiryStudents } from './enquiry.table.ts'
import { colleague, enquiryRow } from './enquiry.view.ts'
import { enquiryFacts } from './enquiry-facts.ts'
import { invitationsOf, takesApplications } from './enquiry-invite.service.ts'
import { enquiryAt, findEnquiry, instantText } from './enquiry-query.service.ts'
import { eventsOf } from './enquiry-state.service.ts'
import { toursOf } from './enquiry-tour.service.ts'

type Detail = z.input<typeof EnquiryDetail>

/** Returns an enquiry with everything the desk works with. @throws AppError request.not-found */
export async function readEnquiry(tx: Tx, ctx: SessionCtx, id: string): Promise<Detail> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const stored = await findEnquiry(tx, schoolId, id)
  if (!stored) throw new AppError('request.not-found')
  const at = await enquiryAt(tx, schoolId, nowMs)
  const { currency } = await readSchool(tx, schoolId)
  const events = await eventsOf(tx, schoolId, id)
  const userIds = [stored.ownerId, ...events.map(({ byUser }) => byUser)].flatMap((user) => user ?? [])
  const people = await findPeople(tx, schoolId, userIds)
  const facts = enquiryFacts(stored.definition, stored.answers)
  const read = facts.phone === null ? undefined : parsePhone(facts.phone, homeCountry(currency))
  return {
    ...enquiryRow(stored, at, people),
    phone: facts.phone,
    e164: read && 'e164' in read ? read.e164 : null,
    email: facts.email,
    message: facts.message,
    mayContact: facts.mayContact,
    mergedInto: await mergedInto(tx, schoolId, stored.mergedInto),
    events: events.map((event): z.input<typeof EnquiryEvent> => {
      const { reason = null, channel = null, text = null, subjectId = null, on = null, tour = null } = event.facts
      const by = event.byUser && colleague(event.byUser, people)
      const { id: eventId, at: happened, enquiryId, kind, toStatus: to } = event
      return { id: eventId, at: happened, by, enquiryId, kind, to, reason, channel, text, subjectId, on, tour }
    }),
    invitations: await invitationsOf(tx, schoolId, id, nowMs),
    students: await studentsOf(tx, schoolId, id),
    duplicates: await duplicatesOf(tx, schoolId, id),
    ...(await toursOf(tx, schoolId, id, nowMs)),
    takesApplications: await takesApplications(tx, schoolId, nowMs),
  }
}

async function mergedInto(tx: Tx, schoolId: string, id: string | null): Promise<Detail['mergedInto']> {
  const other = id === null ? undefined : await findEnquiry(tx, schoolId, id)
  return other ? { id: other.id, reference: other.reference } : null
}

async function studentsOf(tx: Tx, schoolId: string, id: string): Promise<Detail['students']> {
  const links = await tx
    .select()
    .from(enquiryStudents)
    .where(and(eq(enquiryStudents.schoolId, schoolId), eq(enquiryStudents.enquiryId, id)))
  if (links.length === 0) return []
  const ids = links.map(({ studentId }) => studentId)
  const rows = await tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), inArray(students.id, ids)))
  return rows.map((row) => ({
    student_id: row.id,
    registration_id: row.reference,
    student_name: row.nameLatin,
    student_name_ar: row.nameArabic,
    status: row.status,
    place: links.find(({ studentId }) => studentId === row.id)?.place ?? null,
  }))
}

interface Other extends Record<string, unknown> {
  id: string
  reference: string
  purpose: string
  receivedAt: Instant
  contact: string | null
  isMerged: boolean
}

/** Returns enquiries and applications that may be about the same child, by the existing matching of people. */
async function duplicatesOf(tx: Tx, schoolId: string, id: string): Promise<Detail['duplicates']> {
  const people = await peopleOf(tx, schoolId, [id])
  const { hints, bonds } = await matchesFor(tx, schoolId, people)
  const pairs = people.flatMap((person) => [
    ...(hints.get(person.id) ?? []).map((hint) => ({ personId: person.id, otherId: hint.person.id, isSame: false })),
    ...bonds.sameAs(person.id).map((same) => ({ personId: person.id, otherId: same.id, isSame: true })),
  ])
  if (pairs.length === 0) return []
  const others = uuidList(pairs.map(({ otherId }) => otherId))
  const { rows } = await tx.execute<Other & { personId: string; names: string[]; studentId: string | null }>(sql`
    select s.id, s.reference, s.purpose, ${instantText('s.received_at')} as "receivedAt", p.id as "personId",
      to_jsonb(p.names) as names, t.id as "studentId", s.answers ->> (v.definition #>> '{contact,name}') as contact,
      c.merged_into is not null as "isMerged"
    from persons p
    join submissions s on s.school_id = p.school_id and s.id = p.submission_id
    join form_versions v on v.school_id = s.school_id and v.slug = s.slug and v.version = s.version
    left join students t on t.school_id = p.school_id and t.person_id = p.id
    left join enquiry_cases c on c.school_id = s.school_id and c.enquiry_id = s.id
    where p.school_id = ${schoolId} and p.id = any(${others}) and p.submission_id <> ${id}::uuid
      and s.purpose in ('enquiry', 'admission') order by s.received_at desc limit 20`)
  return rows.flatMap((row) => {
    const pair = pairs.find(({ otherId }) => otherId === row.personId)
    if (!pair || row.isMerged) return []
    return [
      {
        ...pair,
        enquiryId: row.purpose === 'enquiry' ? row.id : null,
        studentId: row.studentId,
        reference: row.reference,
        name: row.names[0] ?? '',
        contact: row.contact ?? '',
        receivedAt: row.receivedAt,
      },
    ]
  })
}
