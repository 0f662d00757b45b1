import { Hono } from 'hono'
import { apiPrefix } from '#shared/contract/endpoint.ts'
import { commandHandlers } from './commands.ts'
import { accessRoutes } from './features/access/access.routes.ts'
import { accountRoutes } from './features/account/account.routes.ts'
import { admissionRulesRoutes } from './features/admission-rules/admission-rules.routes.ts'
import { appointmentRoutes } from './features/appointment-desk/appointment-desk.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { findSession } from './features/auth/session.service.ts'
import { consentRoutes } from './features/consent/consent.routes.ts'
import { criteriaRoutes } from './features/criteria/criteria.routes.ts'
import { customerRoutes } from './features/customer/customer.routes.ts'
import { deviceRoutes } from './features/device/device.routes.ts'
import { DeviceKeys, verifyDeviceCall, verifySenderCall } from './features/device/device-call.service.ts'
import { documentRoutes } from './features/document-desk/document-desk.routes.ts'
import { erasureRoutes } from './features/erasure/erasure.routes.ts'
import { faceRoutes } from './features/face/face.routes.ts'
import { mountFirstWords } from './features/form/first-words.routes.ts'
import { familyRoutes } from './features/family/family.routes.ts'
import { formRoutes } from './features/form/form.routes.ts'
import { formEditRoutes } from './features/form/form-edit.routes.ts'
import { submissionRoutes } from './features/form/submission.routes.ts'
import { letterEditRoutes } from './features/letter-edit/letter-edit.routes.ts'
import { letterLogoRoutes } from './features/letter-edit/letter-logo.routes.ts'
import { letterRoutes } from './features/letter/letter.routes.ts'
import { studentReportRoutes } from './features/student-report/student-report.routes.ts'
import { letterJobRoutes } from './features/letter-job/letter-job.routes.ts'
import { mountMissingWords } from './features/locale/locale.routes.ts'
import { mailRoutes } from './features/mail/mail.routes.ts'
import { manyMessageRoutes } from './features/message/many.routes.ts'
import { messageRoutes } from './features/message/message.routes.ts'
import { offerPageRoutes } from './features/offer-page/offer-page.routes.ts'
import { personRoutes } from './features/person/person.routes.ts'
import { posRoutes } from './features/pos/pos.routes.ts'
import { profileRoutes } from './features/profile/profile.routes.ts'
import { mountCaptchaPage } from './features/robots/captcha-page.routes.ts'
import { robotsRoutes } from './features/robots/robots.routes.ts'
import { mountBranding } from './features/school/branding.routes.ts'
import { SchoolDirectory } from './features/school/directory.service.ts'
import { savedFilterRoutes } from './features/saved-filter/saved-filter.routes.ts'
import { schoolRoutes } from './features/school/school.routes.ts'
import { scoringRoutes } from './features/scoring-desk/scoring-desk.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { seatPlanRoutes } from './features/seat-plan/seat-plan.routes.ts'
import { snapshotRoutes } from './features/snapshot/snapshot.routes.ts'
import { staffRoutes } from './features/staff/staff.routes.ts'
import { studentImportRoutes } from './features/student-import/student-import.routes.ts'
import { studentListRoutes } from './features/student/list/student-list.routes.ts'
import { studentCashRoutes } from './features/student/student-cash.routes.ts'
import { studentConsentRoutes } from './features/student/student-consent.routes.ts'
import { studentRoutes } from './features/student/student.routes.ts'
import { studentFileRoutes } from './features/student-file/student-file.routes.ts'
import { subscribeRoutes } from './features/subscribe/subscribe.routes.ts'
import { syncRoutes } from './features/sync/sync.routes.ts'
import { visitorRoutes } from './features/visitor/visitor.routes.ts'
import { answerError } from './http/errors.ts'
import { mountHealth } from './http/health.ts'
import { answerUnknown } from './http/not-found.ts'
import { guardAnswers, observe } from './http/observe.ts'
import { type Feature, mountRoutes } from './http/serve.ts'
import type { Services } from './http/services.ts'
import type { Deps } from './kernel/deps.ts'

/** Every feature that answers calls of the contract, one line each. */
const features: readonly Feature[] = [
  schoolRoutes,
  authRoutes,
  accountRoutes,
  staffRoutes,
  auditRoutes,
  mailRoutes,
  messageRoutes,
  manyMessageRoutes,
  accessRoutes,
  profileRoutes,
  searchRoutes,
  deviceRoutes,
  posRoutes,
  customerRoutes,
  snapshotRoutes,
  familyRoutes,
  formRoutes,
  submissionRoutes,
  personRoutes,
  studentRoutes,
  studentCashRoutes,
  studentConsentRoutes,
  studentListRoutes,
  studentImportRoutes,
  savedFilterRoutes,
  studentFileRoutes,
  seatPlanRoutes,
  offerPageRoutes,
  letterRoutes,
  letterJobRoutes,
  studentReportRoutes,
  letterEditRoutes,
  letterLogoRoutes,
  admissionRulesRoutes,
  erasureRoutes,
  documentRoutes,
  scoringRoutes,
  appointmentRoutes,
  consentRoutes,
  faceRoutes,
  criteriaRoutes,
  subscribeRoutes,
  formEditRoutes,
  robotsRoutes,
  visitorRoutes,
  syncRoutes(commandHandlers),
]

/** What is served beside the contract: addresses that browsers and watchers ask for by themselves. */
const pages = [mountHealth, mountBranding, mountFirstWords, mountMissingWords, mountCaptchaPage]

/** The application: every answer of the server that is not a file of the client. Tests bring `more` features. */
export function createApp(deps: Deps, more: readonly Feature[] = []): Hono {
  const app = new Hono()
  const services = bringTogether(deps)
  app.onError((error, c) => answerError(error, c, deps))
  app.use(observe(deps))
  app.use(`${apiPrefix}/*`, guardAnswers)
  for (const mount of pages) mount(app, services)
  for (const feature of [...features, ...more]) mountRoutes(app, services, feature(deps))
  app.notFound(answerUnknown(app))
  return app
}

function bringTogether(deps: Deps): Services {
  const directory = new SchoolDirectory(deps.db, deps.clock)
  const keys = new DeviceKeys()
  return {
    deps,
    findSchool: (code) => directory.byCode(code),
    findSession: (ctx, token) => ctx.tenant((tx) => findSession(tx, ctx.school.schoolId, token, deps.clock.nowMs())),
    verifyDevice: (ctx, call) => verifyDeviceCall(ctx, keys, call),
    verifySender: (ctx, call) => verifySenderCall(ctx, keys, call),
    ready: () => directory.probe(),
  }
}
