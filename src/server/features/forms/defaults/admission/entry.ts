import type { Section } from '#shared/forms/form-definition.contract.ts'
import { block, chose, day, longText, must, neededWhen, one, text, yes, yesNo } from '../form-fields.ts'
import { choice, entryYears, type FormSetting, choicesOfGrades, words } from '../form-words.ts'
import { curricula } from '../people-words.ts'

const terms = [
  choice('1', 'First term', 'الفصل الأول'),
  choice('2', 'Second term', 'الفصل الثاني'),
  choice('3', 'Third term', 'الفصل الثالث'),
]
const streams = [
  choice('science', 'Science', 'العلمي'),
  choice('commerce', 'Commerce', 'التجاري'),
  choice('humanities', 'Humanities', 'الأدبي'),
  choice('undecided', 'Not decided yet', 'لم يتحدد بعد'),
]
const stays = [choice('day', 'Day', 'نهاري'), choice('boarding', 'Boarding', 'داخلي')]
const extraLanguages = [
  choice('fr', 'French', 'الفرنسية'),
  choice('es', 'Spanish', 'الإسبانية'),
  choice('de', 'German', 'الألمانية'),
  choice('hi', 'Hindi', 'الهندية'),
  choice('ur', 'Urdu', 'الأردية'),
  choice('none', 'None', 'بلا لغة إضافية'),
]
/** The last three, which have streams. */
const seniorGrades = 3

export const entrySections = ({ firstYear, grades }: FormSetting): Section[] => [
  {
    key: 'entry',
    title: words('Year and grade', 'العام والصف'),
    parts: [
      one('entry_year', 'Starting in', 'للالتحاق في العام', entryYears(firstYear), must),
      one('entry_term', 'Term', 'الفصل الدراسي', terms),
      one('grade', 'Grade', 'الصف', choicesOfGrades({ grades }), {
        ...must,
        suggestedBy: { birthDate: 'dob', entryYear: 'entry_year' },
      }),
      one('stream', 'Stream', 'المسار', streams, {
        showWhen: {
          any: choicesOfGrades({ grades })
            .slice(-seniorGrades)
            .map(({ code }) => chose('grade', code)),
        },
      }),
      one('curriculum', 'Curriculum you would like', 'المنهج المرغوب', curricula),
      text('campus', 'Campus you would like, if there are several', 'الفرع المرغوب إن تعددت الفروع', { maxLength: 80 }),
      day('starts_on', 'First day, if not the first of the term', 'أول يوم، إن لم يكن أول الفصل', {
        earliest: { years: 0 },
        latest: { years: 4 },
      }),
    ],
  },
  {
    key: 'wishes',
    title: words('Preferences', 'الرغبات'),
    parts: [
      one('stay', 'Day or boarding', 'نهاري أم داخلي', stays),
      one('extra_language', 'Additional language', 'اللغة الإضافية', extraLanguages),
      yesNo('transport', 'Do you need the school bus?', 'هل تحتاج إلى حافلة المدرسة؟'),
      text('transport_area', 'From which area?', 'من أي منطقة؟', neededWhen(yes('transport'))),
    ],
  },
]

const transferStates = [
  choice('have', 'I have it', 'لديّ'),
  choice('asked', 'Asked for', 'طلبتها'),
  choice('not-yet', 'Not yet', 'ليس بعد'),
  choice('not-needed', 'Not needed', 'غير مطلوبة'),
]

export const schoolingSection: Section = {
  key: 'schooling',
  lead: words('Most recent school first.', 'ابدأ بأحدث مدرسة.'),
  parts: [
    yesNo('has_attended', 'Has the child been to a school or nursery?', 'هل التحق الطفل بمدرسة أو حضانة؟', must),
    block('schools', ['Schools so far', 'المدارس السابقة'], ['School', 'المدرسة'], {
      min: 1,
      max: 6,
      showWhen: yes('has_attended'),
      fields: [
        text('school', 'Name of the school', 'اسم المدرسة', must),
        text('city', 'City', 'المدينة', { maxLength: 60 }),
        one('country', 'Country', 'البلد', 'countries', must),
        one('curriculum', 'Curriculum', 'المنهج', curricula),
        one('language', 'Language of teaching', 'لغة التدريس', 'languages'),
        day('from', 'From', 'من', { earliest: { years: -22 }, latest: { years: 0 } }),
        day('to', 'Until; leave it empty if still there', 'إلى، واتركه فارغًا إن كان مستمرًا', {
          earliest: { years: -22 },
          latest: { years: 1 },
        }),
        text('last_grade', 'Last grade completed', 'آخر صف أتمّه', { maxLength: 60 }),
        longText('reason', 'Reason for leaving', 'سبب الانتقال', { maxLength: 300 }),
        yesNo('fees_owed', 'Are fees still owed there?', 'هل بقيت رسوم مستحقة هناك؟'),
        one('transfer_certificate', 'Transfer certificate', 'شهادة الانتقال', transferStates),
      ],
    }),
  ],
}
