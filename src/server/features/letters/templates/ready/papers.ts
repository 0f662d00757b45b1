import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import {
  all,
  dated,
  datedHijri,
  fact,
  factIf,
  facts,
  fine,
  given,
  heading,
  para,
  signedByGuardian,
  signedBySchool,
} from './pieces.ts'
import { both, field } from './words.ts'

const student = fact('Student', 'اسم الطالب', field('student.name'))
const guardian = fact('Parent or guardian', 'ولي الأمر', field('guardian.name'))

/** Guardian's decisions, purpose by purpose. */
const consentForm: LetterTemplate = {
  title: { en: 'Consent form', ar: 'نموذج الموافقات' },
  letterhead: true,
  blocks: [
    heading(1, both('Consent form', 'نموذج الموافقات')),
    facts(
      student,
      guardian,
      factIf('guardian.relation', 'Relation', 'صلة القرابة'),
      factIf('consent.reference', 'Reference', 'الرقم المرجعي'),
      fact('Decided on', 'تاريخ القرار', field('consent.decidedOn')),
      factIf('consent.language', 'Language shown', 'لغة العرض'),
    ),
    para(
      'I was asked about each purpose by itself and was free to say no. A refusal changes nothing about the place at the school.',
      'سُئلت عن كل غرض على حدة، وكان لي أن أرفض. والرفض لا يؤثر في المقعد الدراسي بشيء.',
    ),
    heading(2, both('My decisions', 'قراراتي')),
    {
      kind: 'table',
      head: { label: both('Purpose', 'الغرض'), values: [both('Decision', 'القرار')] },
      rows: { each: 'consent.answers' },
    },
    fine(
      'I can change each of these decisions at any time, by the link that the school has sent me or at its office. What was done before stays lawful; from then on the new decision holds.',
      'لي أن أغيّر أيًّا من هذه القرارات متى شئت، بالرابط الذي أرسلته المدرسة إليّ أو في مكتبها. وما تم قبل ذلك يبقى صحيحًا، ويسري القرار الجديد من حينه.',
    ),
    signedByGuardian,
  ],
}

/** Application as submitted, word for word. */
const admissionForm: LetterTemplate = {
  title: { en: 'Application for admission', ar: 'طلب الالتحاق' },
  letterhead: true,
  blocks: [
    heading(1, both('Application for admission', 'طلب الالتحاق')),
    facts(
      fact('Reference', 'رقم الطلب', field('application.reference')),
      fact('Received on', 'تاريخ الاستلام', field('application.receivedOn')),
      student,
      guardian,
    ),
    para(
      'This is the application as it was handed in. The school keeps it unchanged.',
      'هذا هو الطلب كما قُدّم، وتحتفظ به المدرسة دون تغيير.',
    ),
    {
      kind: 'table',
      head: { label: both('Question', 'السؤال'), values: [both('Answer', 'الجواب')] },
      rows: { each: 'application.answers' },
    },
    fine(
      'By signing, whoever applied has declared that these answers are complete and true.',
      'بالتوقيع أقرّ مقدم الطلب بأن هذه الأجوبة كاملة وصحيحة.',
    ),
    signedByGuardian,
  ],
}

/** School's data on a child, with the comments of staff. */
const studentReport: LetterTemplate = {
  title: { en: 'Student report', ar: 'تقرير الطالب' },
  letterhead: true,
  blocks: [
    heading(1, field('report.title')),
    facts(
      student,
      factIf('student.birthDate', 'Date of birth', 'تاريخ الميلاد'),
      factIf('student.nationality', 'Nationality', 'الجنسية'),
      fact('Application', 'رقم الطلب', field('application.reference')),
      factIf('application.receivedOn', 'Received on', 'تاريخ الاستلام'),
      factIf('offer.grade', 'Grade', 'الصف'),
      factIf('offer.year', 'Year of entry', 'عام الالتحاق'),
      factIf('student.number', 'Student number', 'رقم الطالب'),
      factIf('student.class', 'Class', 'الصف والشعبة'),
      fact('Period', 'الفترة', field('report.period')),
      factIf('report.teacher', 'Class teacher', 'مربي الصف'),
      dated,
      datedHijri,
    ),
    heading(2, both('Subjects', 'المواد'), given('report.grades')),
    {
      kind: 'table',
      showWhen: given('report.grades'),
      head: {
        label: both('Subject', 'المادة'),
        values: [both('Grade', 'الدرجة'), both('Remark', 'الملاحظة')],
      },
      rows: { each: 'report.grades' },
    },
    heading(2, both('Attendance', 'الحضور'), given('report.attendance')),
    {
      kind: 'table',
      showWhen: given('report.attendance'),
      head: { label: both('Kind', 'النوع'), values: [both('Days', 'الأيام')] },
      rows: { each: 'report.attendance' },
    },
    heading(2, both('Assessments and appointments', 'التقييمات والمواعيد'), given('report.findings')),
    {
      kind: 'table',
      showWhen: given('report.findings'),
      head: { label: both('What', 'البيان'), values: [both('Result', 'النتيجة'), both('Date', 'التاريخ')] },
      rows: { each: 'report.findings' },
    },
    heading(2, both('Documents', 'المستندات'), given('report.documents')),
    {
      kind: 'table',
      showWhen: given('report.documents'),
      head: { label: both('Document', 'المستند'), values: [both('State', 'الحالة')] },
      rows: { each: 'report.documents' },
    },
    heading(2, both('Remarks of the school', 'ملاحظات المدرسة'), given('report.comment')),
    para('{{report.comment}}', '{{report.comment}}', given('report.comment')),
    signedBySchool,
  ],
}

/** Certificate that a face has been deleted everywhere, for the person who requested it. */
const faceDeletion: LetterTemplate = {
  title: { en: 'Certificate of deletion', ar: 'شهادة حذف' },
  letterhead: true,
  blocks: [
    heading(1, both('Certificate of deletion of face data', 'شهادة بحذف بيانات وجه')),
    facts(
      fact('Reference', 'الرقم المرجعي', field('face.reference')),
      dated,
      datedHijri,
      fact('Name', 'الاسم', field('student.name')),
      factIf('face.enrolledOn', 'Registered on', 'تاريخ التسجيل'),
      factIf('face.reason', 'Reason', 'السبب'),
      fact('Deleted on', 'تاريخ الحذف', field('face.deletedOn')),
    ),
    para(
      '{{school.name}} confirms that everything by which the face of **{{student.name}}** could be recognised has been deleted: the template on the school’s server and every copy on the devices below. It cannot be restored.',
      'تشهد {{school.name}} بأن كل ما يمكن به التعرف إلى وجه **{{student.name}}** قد حُذف: القالب المحفوظ على خادم المدرسة وكل نسخة منه على الأجهزة المذكورة أدناه، ولا يمكن استرجاعه.',
      given('face.devices'),
    ),
    para(
      '{{school.name}} confirms that everything by which the face of **{{student.name}}** could be recognised has been deleted. It was on the school’s server only, and on no device. It cannot be restored.',
      'تشهد {{school.name}} بأن كل ما يمكن به التعرف إلى وجه **{{student.name}}** قد حُذف. ولم يكن محفوظًا إلا على خادم المدرسة، ولم يكن على أي جهاز، ولا يمكن استرجاعه.',
      { not: given('face.devices') },
    ),
    {
      kind: 'table',
      showWhen: given('face.devices'),
      head: { label: both('Device', 'الجهاز'), values: [both('Deleted on', 'تاريخ الحذف')] },
      rows: { each: 'face.devices' },
    },
    fine(
      'Kept are only the consent, its withdrawal and this certificate, because the school must be able to show that it has done what was asked. None of them holds a face. Paying by card or by number works as before.',
      'لا يُحفظ بعد ذلك سوى الموافقة وسحبها وهذه الشهادة، لتتمكن المدرسة من إثبات تنفيذ ما طُلب، وليس في أي منها بيانات وجه. ويبقى الدفع بالبطاقة أو بالرقم كما كان.',
    ),
    para(
      'Questions about this certificate: {{school.email}}.',
      'للاستفسار عن هذه الشهادة: {{school.email}}.',
      all('school.email'),
    ),
    signedBySchool,
  ],
}

export const papers = {
  'consent-form': consentForm,
  'admission-form': admissionForm,
  'student-report': studentReport,
  'face-deletion': faceDeletion,
} satisfies Record<string, LetterTemplate>
