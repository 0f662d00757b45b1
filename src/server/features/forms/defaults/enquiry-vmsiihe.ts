import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { chose, day, longText, must, neededWhen, one, s1, text } from './form-fields.ts'
import { channels, choice, entryYears, type FormSetting, sources, words } from './form-words.ts'
import { contactConsent, keepReference, newsConsent, writer, writerContact } from './short-forms.ts'

const programmes = [
  choice('hospitality-degree', 'Degree in hospitality management', 'بكالوريوس إدارة الضيافة'),
  choice('hospitality-diploma', 'Diploma in hospitality', 'دبلوم الضيافة'),
  choice('culinary', 'Culinary arts', 'فنون الطهي'),
  choice('tourism', 'Travel and tourism', 'السفر والسياحة'),
  choice('short', 'A short course', 'دورة قصيرة'),
  choice('undecided', 'I have not decided yet', 'لم أقرر بعد'),
]

const schooling = [
  choice('grade-12', 'Grade 12 or the like', 'الصف الثاني عشر أو ما يعادله'),
  choice('in-grade-12', 'In grade 12 now', 'في الصف الثاني عشر حاليًا'),
  choice('diploma', 'A diploma', 'دبلوم'),
  choice('degree', 'A degree', 'شهادة جامعية'),
  choice('other', 'Something else', 'غير ذلك'),
]

const askers = [choice('self', 'For myself', 'لنفسي'), choice('other', 'For somebody else', 'لشخص آخر')]

/** The enquiry of a group's institute: most who ask do so for themselves, and choose a programme in place of a grade. */
export const enquiryVmsiiheForm = ({ firstYear }: FormSetting): FormDefinition => ({
  purpose: 'enquiry',
  title: words('Enquire about the institute', 'الاستفسار عن الدراسة في المعهد'),
  lead: words('It takes about a minute.', 'يستغرق الأمر نحو دقيقة.'),
  contact: writerContact,
  subject: { name: 'student_name', birthDate: 'dob' },
  next: [words('An adviser will contact you.', 'يتواصل معك أحد المرشدين.'), keepReference],
  pages: [
    {
      key: 'enquiry',
      title: words('Enquiry', 'الاستفسار'),
      sections: [
        writer([one('preferred_channel', 'How may we reach you?', 'كيف تفضّل أن نتواصل معك؟', channels)]),
        {
          key: 'study',
          title: words('Studies', 'الدراسة'),
          parts: [
            one('asks_for', 'For whom do you ask?', 'لمن تستفسر؟', askers, must),
            text('student_name', 'Their full name', 'اسمه أو اسمها الكامل', {
              ...s1,
              ...neededWhen(chose('asks_for', 'other')),
            }),
            day('dob', 'Date of birth', 'تاريخ الميلاد', {
              ...s1,
              earliest: { years: -80 },
              latest: { years: -10 },
            }),
            one('programme', 'Programme', 'البرنامج', programmes, must),
            one('entry_year', 'To start in', 'للالتحاق في العام', entryYears(firstYear), must),
            one('schooling', 'Highest schooling so far', 'أعلى مؤهل حتى الآن', schooling),
          ],
        },
        {
          key: 'more',
          title: words('Anything else', 'أي شيء آخر'),
          parts: [
            one('source', 'How did you hear of us?', 'كيف عرفت عنا؟', sources),
            longText('message', 'Your questions', 'أسئلتك', { maxLength: 1000 }),
            contactConsent,
            newsConsent,
          ],
        },
      ],
    },
  ],
})
