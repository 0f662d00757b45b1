import type account from '../../../public/locales/en/account.json'
import type accounts from '../../../public/locales/en/accounts.json'
import type admissionDates from '../../../public/locales/en/admission-dates.json'
import type admissions from '../../../public/locales/en/admissions.json'
import type appointment from '../../../public/locales/en/appointment.json'
import type audit from '../../../public/locales/en/audit.json'
import type common from '../../../public/locales/en/common.json'
import type consent from '../../../public/locales/en/consent.json'
import type deskCash from '../../../public/locales/en/desk-cash.json'
import type devices from '../../../public/locales/en/devices.json'
import type documents from '../../../public/locales/en/documents.json'
import type errors from '../../../public/locales/en/errors.json'
import type faceDesk from '../../../public/locales/en/face-desk.json'
import type faceGuide from '../../../public/locales/en/face-guide.json'
import type faces from '../../../public/locales/en/faces.json'
import type family from '../../../public/locales/en/family.json'
import type form from '../../../public/locales/en/form.json'
import type formEdit from '../../../public/locales/en/form-edit.json'
import type frame from '../../../public/locales/en/frame.json'
import type issuedLetters from '../../../public/locales/en/issued-letters.json'
import type joining from '../../../public/locales/en/joining.json'
import type retention from '../../../public/locales/en/retention.json'
import type kiosk from '../../../public/locales/en/kiosk.json'
import type legal from '../../../public/locales/en/legal.json'
import type letterEdit from '../../../public/locales/en/letter-edit.json'
import type listExport from '../../../public/locales/en/list-export.json'
import type link from '../../../public/locales/en/link.json'
import type mail from '../../../public/locales/en/mail.json'
import type offer from '../../../public/locales/en/offer.json'
import type papers from '../../../public/locales/en/papers.json'
import type posReport from '../../../public/locales/en/pos-report.json'
import type profile from '../../../public/locales/en/profile.json'
import type scoring from '../../../public/locales/en/scoring.json'
import type scoringEdit from '../../../public/locales/en/scoring-edit.json'
import type selfService from '../../../public/locales/en/self-service.json'
import type signIn from '../../../public/locales/en/sign-in.json'
import type staff from '../../../public/locales/en/staff.json'
import type studentFile from '../../../public/locales/en/student-file.json'
import type studentImport from '../../../public/locales/en/student-import.json'
import type studentList from '../../../public/locales/en/student-list.json'
import type messages from '../../../public/locales/en/messages.json'
import type studentMessages from '../../../public/locales/en/student-messages.json'
import type students from '../../../public/locales/en/students.json'
import type submissions from '../../../public/locales/en/submissions.json'
import type subscribe from '../../../public/locales/en/subscribe.json'
import type sync from '../../../public/locales/en/sync.json'
import type till from '../../../public/locales/en/till.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: typeof account
      accounts: typeof accounts
      'admission-dates': typeof admissionDates
      admissions: typeof admissions
      appointment: typeof appointment
      audit: typeof audit
      common: typeof common
      consent: typeof consent
      'desk-cash': typeof deskCash
      devices: typeof devices
      documents: typeof documents
      errors: typeof errors
      family: typeof family
      'face-desk': typeof faceDesk
      'face-guide': typeof faceGuide
      faces: typeof faces
      form: typeof form
      'form-edit': typeof formEdit
      frame: typeof frame
      'issued-letters': typeof issuedLetters
      joining: typeof joining
      retention: typeof retention
      kiosk: typeof kiosk
      legal: typeof legal
      'letter-edit': typeof letterEdit
      link: typeof link
      'list-export': typeof listExport
      mail: typeof mail
      offer: typeof offer
      papers: typeof papers
      'pos-report': typeof posReport
      profile: typeof profile
      scoring: typeof scoring
      'scoring-edit': typeof scoringEdit
      'self-service': typeof selfService
      'sign-in': typeof signIn
      staff: typeof staff
      'student-file': typeof studentFile
      'student-import': typeof studentImport
      'student-list': typeof studentList
      messages: typeof messages
      'student-messages': typeof studentMessages
      students: typeof students
      submissions: typeof submissions
      subscribe: typeof subscribe
      sync: typeof sync
      till: typeof till
    }
  }
}
