import { Hono } from 'hono'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { commandHandlers, consentEffects } from './commands.ts'
import { appointmentRoutes } from './features/admissions/appointments/appointment-desk.routes.ts'
import { calendarRoutes } from './features/admissions/calendar/calendar.routes.ts'
import { letterJobRoutes } from './features/admissions/bulk-letters/letter-job.routes.ts'
import { studentLetterValues } from './features/admissions/bulk-letters/letter-values.ts'
import { documentRoutes } from './features/admissions/documents/document-desk.routes.ts'
import { studentConsentRoutes } from './features/admissions/eligibility/student-consent.routes.ts'
import { enquiryRoutes } from './features/admissions/enquiries/enquiry.routes.ts'
import { hasAdmissionMoney } from './features/admissions/fees/fee-money.service.ts'
import { studentCashRoutes } from './features/admissions/fees/student-cash.routes.ts'
import { studentRoutes } from './features/admissions/file/student.routes.ts'
import { studentFileRoutes } from './features/admissions/file/student-file.routes.ts'
import { studentImportRoutes } from './features/admissions/import/student-import.routes.ts'
import { gradeUses } from './features/admissions/list/grade-use.service.ts'
import { studentListRoutes } from './features/admissions/list/student-list.routes.ts'
import { depositOfLeaver } from './features/admissions/offers/leaver-deposit.service.ts'
import { offerPageRoutes } from './features/admissions/offers/family-page/offer-page.routes.ts'
import { studentReportRoutes } from './features/admissions/report/student-report.routes.ts'
import { admissionRulesRoutes } from './features/admissions/rules/admission-rules.routes.ts'
import { scoringRoutes } from './features/admissions/scoring/scoring-desk.routes.ts'
import { seatPlanRoutes } from './features/admissions/seats/seat-plan.routes.ts'
import { consentRoutes } from './features/consents/consent.routes.ts'
import { recordFormFile } from './features/documents/document-form.service.ts'
import { faceRoutes } from './features/faces/face.routes.ts'
import { galleryEtag } from './features/faces/gallery-etag.ts'
import { faceByLink } from './features/faces/face-link.service.ts'
import { criteriaRoutes } from './features/forms/criteria/criteria.routes.ts'
import { formEditRoutes } from './features/forms/editor/form-edit.routes.ts'
import type { OnReceived } from './features/forms/files/file.service.ts'
import { formRoutes } from './features/forms/form.routes.ts'
import { personRoutes } from './features/forms/people/person.routes.ts'
import { submissionRoutes } from './features/forms/submissions/submission.routes.ts'
import { requireSubmission } from './features/forms/submissions/submission.service.ts'
import { botProtectionRoutes } from './features/identity/bot-protection/bot-protection.routes.ts'
import { providerRoutes } from './features/identity/provider/provider.routes.ts'
import { hasProvider } from './features/identity/provider/provider-account.service.ts'
import { authRoutes } from './features/identity/sessions/auth.routes.ts'
import { documentByCode } from './features/fees/documents/verify-document.service.ts'
import { hasFeeMoney } from './features/fees/fee-money.service.ts'
import { leavingRoutes } from './features/fees/leaving/leaving.routes.ts'
import { reminderRoutes } from './features/fees/reminders/reminder.routes.ts'
import { findPeople } from './features/identity/sessions/people.service.ts'
import { setupRoutes } from './features/identity/setup/setup.routes.ts'
import { staffRoutes } from './features/identity/staff/staff.routes.ts'
import { identityFeatures } from './features/identity/identity-features.routes.ts'
import { letterEditRoutes } from './features/letters/editor/letter-edit.routes.ts'
import { letterLogoRoutes } from './features/letters/editor/letter-logo.routes.ts'
import { letterRoutes } from './features/letters/issue/letter.routes.ts'
import { savedFilterRoutes } from './features/lists/saved-filters/saved-filter.routes.ts'
import { mailRoutes } from './features/mail/mail.routes.ts'
import { bulkMessageRoutes } from './features/messaging/bulk/bulk-message.routes.ts'
import { enquiryWriter } from './features/messaging/enquiry-writer.service.ts'
import { writeFeeReminder } from './features/messaging/fee-reminder.service.ts'
import { messageRoutes } from './features/messaging/message.routes.ts'
import { subscribeRoutes } from './features/messaging/subscriptions/subscribe.routes.ts'
import { auditRoutes } from './features/overview/audit.routes.ts'
import { familyRoutes } from './features/overview/family.routes.ts'
import { familyHomeRoutes } from './features/overview/family/family-home.routes.ts'
import { mountOpenApi } from './features/programs/openapi/openapi.routes.ts'
import { programRoutes } from './features/programs/programs.routes.ts'
import { searchRoutes } from './features/overview/search.routes.ts'
import { startRoutes } from './features/overview/start.routes.ts'
import { serverStatusRoutes } from './features/overview/status/server-status.routes.ts'
import { posFeatures } from './features/pos/pos-features.routes.ts'
import { accountMoneyRoutes } from './features/pos/money/money.routes.ts'
import { posMoney } from './features/pos/pos-money.service.ts'
import { retentionRoutes } from './features/retention/retention.routes.ts'
import { schoolRoutes } from './features/school/school.routes.ts'
import type { SettingsNeeds } from './features/school/settings/settings-guards.service.ts'
import { settingsRoutes } from './features/school/settings/settings.routes.ts'
import { classRoutes } from './features/students/classes/class.routes.ts'
import { studentHandOver } from './features/students/hand-over.service.ts'
import { pupilImportRoutes } from './features/students/pupils/import/pupil-import.routes.ts'
import { pupilRoutes } from './features/students/pupils/pupil.routes.ts'
import { sharingGuardian } from './features/students/record/guardian-contact.service.ts'
import { requireStudent } from './features/students/student-facts.service.ts'
import { visitorRoutes } from './features/sync/anonymous-sender/visitor.routes.ts'
import { deviceRoutes } from './features/sync/devices/device.routes.ts'
import { installationRoutes } from './features/sync/installation/installation.routes.ts'
import { refusalOfDevice } from './features/sync/devices/device-call.service.ts'
import { syncRoutes } from './features/sync/ingest/sync.routes.ts'
import { bookAccountCash } from './features/fees/ledger/account-cash.service.ts'
import { feeFeatures } from './features/fees/fee-features.routes.ts'
import { answerError } from './http/errors.ts'
import { answerUnknown } from './http/not-found.ts'
import { guardAnswers, observe } from './http/observe.ts'
import { type Feature, mountRoutes } from './http/serve.ts'
import { requireHost } from './http/tenant.ts'
import type { Deps } from './kernel/deps.ts'
import { openServices } from './open-services.ts'
import { pages } from './pages.ts'
import { startOfSchool } from './school-template.ts'

/** Amounts that fix a school's currency and tax codes. */
const moneyFacts: SettingsNeeds['moneyFacts'] = async (tx, schoolId) => {
  const atTills = await posMoney(tx, schoolId)
  const hasMoney = atTills.hasMoney || (await hasFeeMoney(tx, schoolId)) || (await hasAdmissionMoney(tx, schoolId))
  return { ...atTills, hasMoney }
}

const formFileReceived: OnReceived = recordFormFile

/** Every feature that answers calls of the contract, one line each. */
const features: readonly Feature[] = [
  schoolRoutes({ hasProvider }),
  authRoutes(refusalOfDevice),
  ...identityFeatures,
  staffRoutes(studentHandOver),
  setupRoutes(startOfSchool),
  providerRoutes,
  auditRoutes,
  mailRoutes,
  programRoutes,
  messageRoutes,
  bulkMessageRoutes,
  searchRoutes,
  startRoutes,
  serverStatusRoutes,
  deviceRoutes,
  installationRoutes,
  ...posFeatures(galleryEtag),
  ...feeFeatures,
  reminderRoutes(writeFeeReminder),
  leavingRoutes(depositOfLeaver),
  enquiryRoutes(enquiryWriter),
  pupilRoutes,
  classRoutes,
  pupilImportRoutes,
  accountMoneyRoutes({ siblings: sharingGuardian, bookCash: bookAccountCash }),
  familyRoutes,
  familyHomeRoutes,
  formRoutes(formFileReceived),
  submissionRoutes,
  personRoutes,
  studentRoutes(consentEffects),
  studentCashRoutes,
  studentConsentRoutes,
  studentListRoutes(consentEffects),
  studentImportRoutes,
  savedFilterRoutes,
  studentFileRoutes,
  seatPlanRoutes,
  offerPageRoutes,
  letterRoutes(requireStudent, documentByCode),
  letterJobRoutes,
  studentReportRoutes,
  letterEditRoutes(studentLetterValues),
  letterLogoRoutes,
  admissionRulesRoutes,
  retentionRoutes,
  documentRoutes,
  scoringRoutes,
  appointmentRoutes,
  calendarRoutes,
  consentRoutes({ face: faceByLink, requireSubmission }),
  faceRoutes,
  criteriaRoutes,
  subscribeRoutes,
  formEditRoutes,
  botProtectionRoutes,
  visitorRoutes,
  syncRoutes(commandHandlers),
]

/** The application: every answer of the server that is not a file of the client. Tests bring `more` features. */
export function createApp(deps: Deps, more: readonly Feature[] = []): Hono {
  const app = new Hono()
  const services = openServices(deps)
  app.onError((error, c) => answerError(error, c, deps))
  app.use(observe(deps))
  app.use(`${apiPrefix}/*`, guardAnswers)
  app.use(requireHost)
  for (const mount of pages) mount(app, services)
  const settings = settingsRoutes({ findPeople, moneyFacts, gradeUses, forgetSchool: services.forgetSchool })
  const routes = [...features, settings, ...more].flatMap((feature) => feature(deps))
  mountRoutes(app, services, routes)
  mountOpenApi(
    app,
    routes.map(({ endpoint }) => endpoint),
  )
  app.notFound(answerUnknown(app))
  return app
}
