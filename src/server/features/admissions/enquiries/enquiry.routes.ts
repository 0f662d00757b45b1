import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { type EnquiryFilter, enquiryList } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import { enquiryDetail } from '#shared/admissions/enquiries/enquiry.contract.ts'
import { enquiryReplyDraft, enquiryUpdate } from '#shared/admissions/enquiries/enquiry-update.contract.ts'
import { enquiryExport, enquiryFunnel, enquiryWork } from '#shared/admissions/enquiries/enquiry-report.contract.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Uuid } from '#shared/kernel/fields.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { enquiryRow, enquiryRows } from './enquiry.view.ts'
import { updateEnquiry } from './enquiry-command.service.ts'
import { readEnquiry } from './enquiry-detail.service.ts'
import { enquiryFacts } from './enquiry-facts.ts'
import { aboutEnquiries } from './enquiry-figures.service.ts'
import { enquiryFunnelOf } from './enquiry-funnel.service.ts'
import { countEnquiryQueues, enquiryAt, findEnquiries, findEnquiry } from './enquiry-query.service.ts'
import type { EnquiryWriter } from './enquiry-writer.service.ts'

/** Exports enquiries: who asked about whom, how far they have come and from where; never what was written. */
async function exportEnquiries(
  ctx: SessionCtx,
  filter: EnquiryFilter,
  how: ExportHow<'enquiries'>,
): Promise<FileReply> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const at = await ctx.tenant((tx) => enquiryAt(tx, schoolId, nowMs))
  // The owner is in no column.
  const people = new Map()
  type Found = Awaited<ReturnType<typeof findEnquiries>>[number]
  return exportList(ctx, 'enquiries', how, {
    pages: (tx) =>
      allPages((last: Found | undefined, limit) =>
        findEnquiries(tx, at, { filter, sort: 'newest', after: last && { key: last.key, id: last.id }, limit }),
      ),
    cells: (stored, voice) => {
      const row = enquiryRow(stored, at, people)
      const names = row.children.map(({ nameLatin, nameArabic }) => nameLatin ?? nameArabic ?? '')
      return {
        at: voice.moment(row.receivedAt),
        reference: formatReference(row.reference),
        about: voice.listed(names.filter((name) => name !== '')),
        sender: row.contact,
        grade: voice.listed(row.children.flatMap(({ grade }) => grade ?? [])),
        status: voice.word('enquiries.status', row.status),
        lostReason: row.lostReason === null ? null : voice.word('enquiries.reason', row.lostReason),
        source: row.source === null ? null : voice.word('enquiries.source', row.source),
        nextOn: row.nextOn,
        firstAnswered: row.firstAnsweredAt === null ? null : voice.moment(row.firstAnsweredAt),
        language: voice.word('submissions.language', row.language),
      }
    },
  })
}

/** Enquiries as the desk works on them. @param writer says things in the school's words */
export const enquiryRoutes =
  (writer: EnquiryWriter): Feature =>
  ({ clock }) => [
    route.session(enquiryList, async (ctx, { filter, sort, after, limit }) => {
      requirePermission(ctx.session, 'submissions.see')
      const nowMs = clock.nowMs()
      return ctx.tenant(async (tx) => {
        const at = await enquiryAt(tx, ctx.school.schoolId, nowMs)
        const found = await findEnquiries(tx, at, { filter, sort, after: readAfter(after), limit: limit + 1 })
        const page = found.slice(0, limit)
        const last = found.length > limit ? page.at(-1) : undefined
        return {
          rows: await enquiryRows(tx, at, page),
          next: last ? `${last.id}|${last.key}` : null,
          about: after === undefined ? await aboutEnquiries(tx, at, filter) : null,
          today: at.today,
          now: toInstant(nowMs),
        }
      })
    }),
    route.session(enquiryDetail, async (ctx, { id }) => {
      requirePermission(ctx.session, 'submissions.see')
      return ctx.tenant((tx) => readEnquiry(tx, ctx, id))
    }),
    route.session(enquiryUpdate, (ctx, asked) => {
      requirePermission(ctx.session, 'enquiries.work')
      return updateEnquiry(ctx, writer, asked)
    }),
    route.session(enquiryReplyDraft, async (ctx, { id, replyTemplate, language }) => {
      requirePermission(ctx.session, 'enquiries.work')
      return ctx.tenant(async (tx) => {
        const enquiry = await findEnquiry(tx, ctx.school.schoolId, id)
        if (!enquiry) throw new AppError('request.not-found')
        const { contact, children } = enquiryFacts(enquiry.definition, enquiry.answers)
        return writer.draft(tx, ctx, replyTemplate, { contact, children, language, reference: enquiry.reference })
      })
    }),
    route.session(enquiryWork, async (ctx) => {
      requirePermission(ctx.session, 'submissions.see')
      return ctx.tenant(async (tx) => {
        const at = await enquiryAt(tx, ctx.school.schoolId, clock.nowMs())
        return { queues: await countEnquiryQueues(tx, at) }
      })
    }),
    route.session(enquiryFunnel, async (ctx, asked) => {
      requirePermission(ctx.session, 'submissions.see')
      return ctx.tenant(async (tx) => {
        const at = await enquiryAt(tx, ctx.school.schoolId, clock.nowMs())
        return enquiryFunnelOf(tx, at, asked)
      })
    }),
    route.session(enquiryExport, (ctx, { filter, ...how }) => {
      requirePermission(ctx.session, 'submissions.see')
      return exportEnquiries(ctx, filter, how)
    }),
  ]

/** Parses the start of a page. @throws AppError request.invalid */
function readAfter(after: string | undefined): { key: string; id: string } | undefined {
  if (after === undefined) return undefined
  const [id, ...rest] = after.split('|')
  const known = Uuid.safeParse(id)
  if (!known.success || rest.length === 0) throw new AppError('request.invalid', { field: 'after' })
  return { id: known.data, key: rest.join('|') }
}
