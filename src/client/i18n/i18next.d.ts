import type address from '../../../public/locales/en/address.json'
import type admissionsAppointments from '../../../public/locales/en/admissions.appointments.json'
import type admissionsCalendar from '../../../public/locales/en/admissions.calendar.json'
import type admissionsCash from '../../../public/locales/en/admissions.cash.json'
import type admissionsDates from '../../../public/locales/en/admissions.dates.json'
import type admissionsEnquiries from '../../../public/locales/en/admissions.enquiries.json'
import type admissionsImport from '../../../public/locales/en/admissions.import.json'
import type admissionsJoining from '../../../public/locales/en/admissions.joining.json'
import type admissions from '../../../public/locales/en/admissions.json'
import type admissionsOffer from '../../../public/locales/en/admissions.offer.json'
import type admissionsReadiness from '../../../public/locales/en/admissions.readiness.json'
import type admissionsSchoolPage from '../../../public/locales/en/admissions.school-page.json'
import type admissionsScoring from '../../../public/locales/en/admissions.scoring.json'
import type admissionsScoringEditor from '../../../public/locales/en/admissions.scoring-editor.json'
import type admissionsStudentList from '../../../public/locales/en/admissions.student-list.json'
import type audit from '../../../public/locales/en/audit.json'
import type common from '../../../public/locales/en/common.json'
import type consents from '../../../public/locales/en/consents.json'
import type consentsWordings from '../../../public/locales/en/consents.wordings.json'
import type documents from '../../../public/locales/en/documents.json'
import type documentsRequired from '../../../public/locales/en/documents.required.json'
import type editor from '../../../public/locales/en/editor.json'
import type errors from '../../../public/locales/en/errors.json'
import type facesAdministration from '../../../public/locales/en/faces.administration.json'
import type facesGuide from '../../../public/locales/en/faces.guide.json'
import type faces from '../../../public/locales/en/faces.json'
import type feesBank from '../../../public/locales/en/fees.bank.json'
import type feesExport from '../../../public/locales/en/fees.export.json'
import type feesFamily from '../../../public/locales/en/fees.family.json'
import type feesOnline from '../../../public/locales/en/fees.online.json'
import type feesPayers from '../../../public/locales/en/fees.payers.json'
import type feesSetup from '../../../public/locales/en/fees.setup.json'
import type formsClosed from '../../../public/locales/en/forms.closed.json'
import type formsEditor from '../../../public/locales/en/forms.editor.json'
import type feesDesk from '../../../public/locales/en/fees.desk.json'
import type feesCashbook from '../../../public/locales/en/fees.cashbook.json'
import type feesReminders from '../../../public/locales/en/fees.reminders.json'
import type feesLeaving from '../../../public/locales/en/fees.leaving.json'
import type feesOverview from '../../../public/locales/en/fees.overview.json'
import type forms from '../../../public/locales/en/forms.json'
import type formsKiosk from '../../../public/locales/en/forms.kiosk.json'
import type formsSubmissions from '../../../public/locales/en/forms.submissions.json'
import type frame from '../../../public/locales/en/frame.json'
import type identityAccount from '../../../public/locales/en/identity.account.json'
import type identityProfile from '../../../public/locales/en/identity.profile.json'
import type identitySecondFactor from '../../../public/locales/en/identity.second-factor.json'
import type identitySetup from '../../../public/locales/en/identity.setup.json'
import type identitySignIn from '../../../public/locales/en/identity.sign-in.json'
import type identityStaff from '../../../public/locales/en/identity.staff.json'
import type lettersEditor from '../../../public/locales/en/letters.editor.json'
import type lettersIssued from '../../../public/locales/en/letters.issued.json'
import type link from '../../../public/locales/en/link.json'
import type lists from '../../../public/locales/en/lists.json'
import type listsMapping from '../../../public/locales/en/lists.mapping.json'
import type mail from '../../../public/locales/en/mail.json'
import type messaging from '../../../public/locales/en/messaging.json'
import type messagingStudent from '../../../public/locales/en/messaging.student.json'
import type messagingSubscribe from '../../../public/locales/en/messaging.subscribe.json'
import type overviewFamily from '../../../public/locales/en/overview.family.json'
import type overviewFamilyConsents from '../../../public/locales/en/overview.family-consents.json'
import type overviewFamilyFood from '../../../public/locales/en/overview.family-food.json'
import type overviewFamilyTopUp from '../../../public/locales/en/overview.family-top-up.json'
import type overviewHelp from '../../../public/locales/en/overview.help.json'
import type overviewStatus from '../../../public/locales/en/overview.status.json'
import type posCatalogue from '../../../public/locales/en/pos.catalogue.json'
import type programs from '../../../public/locales/en/programs.json'
import type posLimits from '../../../public/locales/en/pos.limits.json'
import type posHardware from '../../../public/locales/en/pos.hardware.json'
import type posPupilAccounts from '../../../public/locales/en/pos.pupil-accounts.json'
import type posExceptions from '../../../public/locales/en/pos.exceptions.json'
import type posReports from '../../../public/locales/en/pos.reports.json'
import type posSales from '../../../public/locales/en/pos.sales.json'
import type posSpending from '../../../public/locales/en/pos.spending.json'
import type posStock from '../../../public/locales/en/pos.stock.json'
import type posSelfService from '../../../public/locales/en/pos.self-service.json'
import type posTill from '../../../public/locales/en/pos.till.json'
import type retention from '../../../public/locales/en/retention.json'
import type retentionBreaches from '../../../public/locales/en/retention.breaches.json'
import type schoolLegal from '../../../public/locales/en/school.legal.json'
import type schoolSettings from '../../../public/locales/en/school.settings.json'
import type studentsFamily from '../../../public/locales/en/students.family.json'
import type studentsFile from '../../../public/locales/en/students.file.json'
import type students from '../../../public/locales/en/students.json'
import type studentsPupils from '../../../public/locales/en/students.pupils.json'
import type syncDevices from '../../../public/locales/en/sync.devices.json'
import type sync from '../../../public/locales/en/sync.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      address: typeof address
      admissions: typeof admissions
      'admissions.appointments': typeof admissionsAppointments
      'admissions.calendar': typeof admissionsCalendar
      'admissions.cash': typeof admissionsCash
      'admissions.dates': typeof admissionsDates
      'admissions.enquiries': typeof admissionsEnquiries
      'admissions.import': typeof admissionsImport
      'admissions.joining': typeof admissionsJoining
      'admissions.offer': typeof admissionsOffer
      'admissions.school-page': typeof admissionsSchoolPage
      'admissions.scoring': typeof admissionsScoring
      'admissions.scoring-editor': typeof admissionsScoringEditor
      'admissions.readiness': typeof admissionsReadiness
      'admissions.student-list': typeof admissionsStudentList
      audit: typeof audit
      common: typeof common
      consents: typeof consents
      'consents.wordings': typeof consentsWordings
      documents: typeof documents
      'documents.required': typeof documentsRequired
      editor: typeof editor
      errors: typeof errors
      faces: typeof faces
      'faces.administration': typeof facesAdministration
      'faces.guide': typeof facesGuide
      'fees.desk': typeof feesDesk
      'fees.setup': typeof feesSetup
      'fees.family': typeof feesFamily
      'fees.payers': typeof feesPayers
      'fees.bank': typeof feesBank
      'fees.online': typeof feesOnline
      'fees.cashbook': typeof feesCashbook
      'fees.reminders': typeof feesReminders
      'fees.leaving': typeof feesLeaving
      'fees.export': typeof feesExport
      'fees.overview': typeof feesOverview
      forms: typeof forms
      'forms.closed': typeof formsClosed
      'forms.editor': typeof formsEditor
      'forms.kiosk': typeof formsKiosk
      'forms.submissions': typeof formsSubmissions
      frame: typeof frame
      'identity.account': typeof identityAccount
      'identity.profile': typeof identityProfile
      'identity.second-factor': typeof identitySecondFactor
      'identity.setup': typeof identitySetup
      'identity.sign-in': typeof identitySignIn
      'identity.staff': typeof identityStaff
      'letters.editor': typeof lettersEditor
      'letters.issued': typeof lettersIssued
      link: typeof link
      lists: typeof lists
      'lists.mapping': typeof listsMapping
      mail: typeof mail
      messaging: typeof messaging
      'messaging.student': typeof messagingStudent
      'messaging.subscribe': typeof messagingSubscribe
      'overview.family': typeof overviewFamily
      'overview.family-consents': typeof overviewFamilyConsents
      'overview.family-food': typeof overviewFamilyFood
      'overview.family-top-up': typeof overviewFamilyTopUp
      'overview.help': typeof overviewHelp
      'overview.status': typeof overviewStatus
      'pos.catalogue': typeof posCatalogue
      programs: typeof programs
      'pos.limits': typeof posLimits
      'pos.hardware': typeof posHardware
      'pos.pupil-accounts': typeof posPupilAccounts
      'pos.exceptions': typeof posExceptions
      'pos.reports': typeof posReports
      'pos.sales': typeof posSales
      'pos.spending': typeof posSpending
      'pos.stock': typeof posStock
      'pos.self-service': typeof posSelfService
      'pos.till': typeof posTill
      retention: typeof retention
      'retention.breaches': typeof retentionBreaches
      'school.legal': typeof schoolLegal
      'school.settings': typeof schoolSettings
      students: typeof students
      'students.family': typeof studentsFamily
      'students.file': typeof studentsFile
      'students.pupils': typeof studentsPupils
      sync: typeof sync
      'sync.devices': typeof syncDevices
    }
  }
}
