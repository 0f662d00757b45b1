import type { Field, Section } from '#shared/forms/form-definition.contract.ts'
import { block, longText, must, neededWhen, one, phone, s1, s3, text, yes, yesNo } from '../form-fields.ts'
import { choice, words } from '../form-words.ts'

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

export const healthSection: Section = {
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

export const supportSection: Section = {
  key: 'support',
  title: words('Help with learning', 'الدعم في التعلّم'),
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

export const emergencySection: Section = {
  key: 'emergency',
  isOfFamily: true,
  title: words('If we can’t reach you', 'إن تعذّر الوصول إليك'),
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
