import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { longText, must, neededWhen, one, s1, s3, several, text, yes, yesNo } from './form-fields.ts'
import { choice, words } from './form-words.ts'

const curricula = [
  choice('national', 'The national curriculum', 'المنهج الوطني'),
  choice('british', 'British', 'البريطاني'),
  choice('american', 'American', 'الأمريكي'),
  choice('ib', 'International Baccalaureate', 'البكالوريا الدولية'),
  choice('other', 'Another one', 'منهج آخر'),
  choice('none', 'None yet', 'لم يلتحق بمدرسة بعد'),
]

const strengths = [
  choice('languages', 'Languages', 'اللغات'),
  choice('numbers', 'Numbers', 'الحساب'),
  choice('sport', 'Sport', 'الرياضة'),
  choice('art', 'Art and music', 'الفن والموسيقى'),
  choice('helping', 'Helping others', 'مساعدة الآخرين'),
]

const aboutChild = [
  text('writer_name', 'Your name', 'اسمك', { ...must, ...s1, autocomplete: 'name' }),
  text('child_name', 'Child’s full name', 'الاسم الكامل للطفل', { ...must, ...s1 }),
  yesNo(
    'has_sibling',
    'Has your child a brother or sister at this school?',
    'هل للطفل أخ أو أخت في هذه المدرسة؟',
    must,
  ),
  text('sibling_name', 'Name of the brother or sister', 'اسم الأخ أو الأخت', {
    ...s1,
    ...neededWhen(yes('has_sibling')),
  }),
  one('curriculum', 'Which curriculum does your child follow now?', 'أي منهج يدرس طفلك الآن؟', curricula, must),
]

const aboutLearning = [
  one(
    'language_home',
    'Which language do you speak most at home?',
    'ما اللغة الأكثر استعمالًا في البيت؟',
    'languages',
    must,
  ),
  several('strengths', 'What does your child like most?', 'ما أكثر ما يحبه طفلك؟', strengths),
  longText('support', 'Is there anything the school should prepare for?', 'هل من شيء ينبغي للمدرسة أن تستعد له؟', s3),
]

/** What a school decides by, asked of one family by a link. */
export const criteriaChildForm = (): FormDefinition => ({
  purpose: 'criteria',
  title: words('More about your child', 'المزيد عن طفلك'),
  lead: words(
    'The school decides by its published criteria. These questions help it to apply them fairly.',
    'تقرر المدرسة وفق معاييرها المعلنة، وتعينها هذه الأسئلة على تطبيقها بعدل.',
  ),
  contact: { name: 'writer_name' },
  subject: { name: 'child_name' },
  next: [
    words(
      'The admissions office reads your answers within three working days.',
      'يقرأ مكتب القبول إجاباتك خلال ثلاثة أيام عمل.',
    ),
  ],
  pages: [
    {
      key: 'child',
      title: words('Your child', 'طفلك'),
      sections: [
        {
          key: 'child',
          parts: aboutChild,
        },
      ],
    },
    {
      key: 'learning',
      title: words('Learning', 'التعلم'),
      sections: [
        {
          key: 'learning',
          parts: aboutLearning,
        },
      ],
    },
  ],
})
