import type { FormDefinition, FormPage, Section } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { block, longText, must, neededWhen, one, phone, s1, s3, text, yes, yesNo } from '../form-fields.ts'
import { choice, type FormSetting, words } from '../form-words.ts'
import { keepReference } from '../short-forms.ts'
import { childSection, identitySections, languagesSection, namesSection, writerSection } from './child.ts'
import { declarationsSection, feesSection, papersSection } from './ending.ts'
import { entrySections, schoolingSection } from './entry.ts'
import { claimsSection, custodySection, guardiansSection, siblingsSection } from './family.ts'

/** A question, and what it is when the answer is yes. */
const asked = (key: string, en: string, ar: string, which: [en: string, ar: string]): Field[] => [
  yesNo(`has_${key}`, en, ar, s3),
  longText(key, ...which, { ...s3, ...neededWhen(yes(`has_${key}`)) }),
]

const vaccinations = [
  choice('complete', 'Complete for the age', 'مكتملة حسب العمر'),
  choice('partly', 'Partly', 'غير مكتملة'),
  choice('none', 'None', 'لا يوجد'),
  choice('private', 'I prefer to discuss it privately', 'أفضّل مناقشتها على انفراد'),
]

const healthSection: Section = {
  key: 'health',
  title: words('Health', 'الصحة'),
  lead: words(
    'So that the child is safe from the first day. Only the nurse and those who decide read it.',
    'ليكون الطفل آمنًا من اليوم الأول. لا يطّلع عليها إلا التمريض ومن يتخذ القرار.',
  ),
  parts: [
    ...asked('conditions', 'Any illness or condition?', 'هل لدى الطفل مرض أو حالة صحية؟', [
      'Which, and what must we do?',
      'ما هي، وما الذي يجب أن نفعله؟',
    ]),
    ...asked('allergies', 'Any allergy?', 'هل لديه حساسية؟', ['To what, and what happens?', 'ممّ، وماذا يحدث؟']),
    ...asked('medication', 'Any medicine at school?', 'هل يتناول دواءً في المدرسة؟', [
      'Which, how much and when?',
      'ما هو، وما الجرعة، ومتى؟',
    ]),
    text('doctor', 'Doctor or clinic, with number', 'الطبيب أو العيادة مع الرقم', s3),
    text('insurance', 'Health insurance and its number', 'التأمين الصحي ورقمه', s3),
    one('vaccinations', 'Vaccinations', 'التطعيمات', vaccinations, s3),
  ],
}

const supportStates = [
  choice('none', 'Not that we know of', 'لا نعلم بشيء من ذلك'),
  choice('plan', 'There is a plan already', 'لديه خطة بالفعل'),
  choice('assessing', 'Being assessed', 'قيد التقييم'),
  choice('worried', 'We would like advice', 'نرغب في المشورة'),
  choice('private', 'I prefer to discuss it privately', 'أفضّل مناقشته على انفراد'),
]
const hasSupport = { any: ['plan', 'assessing'].map((is) => ({ field: 'support_state', is })) }

const supportSection: Section = {
  key: 'support',
  title: words('Learning support', 'الدعم في التعلّم'),
  lead: words(
    'It helps us prepare. It is no reason to refuse a child.',
    'يساعدنا ذلك على الاستعداد، وليس سببًا لرفض أي طفل.',
  ),
  parts: [
    one(
      'support_state',
      'Does the child need help with learning?',
      'هل يحتاج الطفل إلى دعم في التعلّم؟',
      supportStates,
      s3,
    ),
    longText('support_plan', 'What helps the child?', 'ما الذي يساعد الطفل؟', { ...s3, showWhen: hasSupport }),
    yesNo('shadow_teacher', 'Does somebody accompany the child in class?', 'هل يرافقه أحد في الصف؟', {
      ...s3,
      showWhen: hasSupport,
    }),
    text('agencies', 'Who has helped so far?', 'من قدّم له الدعم حتى الآن؟', { ...s3, showWhen: hasSupport }),
  ],
}

const emergencySection: Section = {
  key: 'emergency',
  isOfFamily: true,
  title: words('Emergency contacts', 'إن تعذّر الوصول إليك'),
  lead: words('Two people besides the parents.', 'شخصان غير الوالدين.'),
  parts: [
    block('emergency', ['Emergency contacts', 'جهات الاتصال في الطوارئ'], ['Person', 'الشخص'], {
      min: 2,
      max: 4,
      fields: [
        text('name', 'Full name', 'الاسم الكامل', { ...must, ...s1 }),
        text('relation', 'Relation to the child', 'الصلة بالطفل', { ...must, ...s1, maxLength: 60 }),
        phone('mobile', 'Mobile number', 'رقم الجوال', must),
        yesNo('may_collect', 'May this person collect the child?', 'هل يحق له اصطحاب الطفل؟', s1),
      ],
    }),
  ],
}

const page = (key: string, en: string, ar: string, sections: Section[]): FormPage => ({
  key,
  title: words(en, ar),
  sections,
})

/** The application for a place: ten pages of a length that can be filled in on a phone, one child each. */
export const admissionForm = (setting: FormSetting): FormDefinition => ({
  ...(setting.ages && { ages: setting.ages }),
  purpose: 'admission',
  title: words('Application for a place', 'طلب الالتحاق بالمدرسة'),
  lead: words(
    'One application for each child. It is kept on this device while you write, so you can stop and go on.',
    'طلب واحد لكل طفل. يُحفظ على هذا الجهاز أثناء الكتابة، فيمكنك التوقف والمتابعة لاحقًا.',
  ),
  contact: { name: 'writer_name', email: 'writer_email', phone: 'writer_mobile' },
  subject: { name: 'legal_name', otherName: 'legal_name_ar', birthDate: 'dob' },
  next: [
    words(
      'Admissions reads the application within two working days and asks for what is missing.',
      'يراجع قسم القبول الطلب خلال يومي عمل ويطلب ما ينقص.',
    ),
    words('You are invited with your child to get to know each other.', 'ندعوك مع طفلك للتعارف.'),
    words('The school writes to you with its decision.', 'تكتب إليك المدرسة بقرارها.'),
    keepReference,
  ],
  pages: [
    page('child', 'The child', 'الطفل', [writerSection, childSection, namesSection, languagesSection]),
    page('identity', 'Identity papers', 'أوراق الهوية', identitySections(setting)),
    page('entry', 'Entry', 'الالتحاق', entrySections(setting)),
    page('schooling', 'Schools so far', 'المدارس السابقة', [schoolingSection]),
    page('guardians', 'Parents and guardians', 'الوالدان والأوصياء', [guardiansSection, custodySection]),
    page('siblings', 'Brothers, sisters, priority', 'الإخوة والأولوية', [siblingsSection, claimsSection]),
    page('care', 'Health and learning', 'الصحة والتعلّم', [healthSection, supportSection]),
    page('emergency', 'Emergency and fees', 'الطوارئ والرسوم', [emergencySection, feesSection]),
    page('papers', 'Papers', 'الأوراق', [papersSection]),
    page('declarations', 'Declarations', 'الإقرارات', [declarationsSection]),
  ],
})
