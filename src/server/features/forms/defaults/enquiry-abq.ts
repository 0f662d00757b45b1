import type { FormDefinition, Section } from '#shared/forms/form-definition.contract.ts'
import { block, day, longText, must, one, s1, text } from './form-fields.ts'
import { channels, choice, entryYears, type FormSetting, choicesOfGrades, sources, words } from './form-words.ts'
import { contactConsent, keepReference, newsConsent, writer, writerContact } from './short-forms.ts'

const programmes = [
  choice('national', 'National curriculum', 'المنهج الوطني'),
  choice('british', 'British curriculum', 'المنهج البريطاني'),
  choice('american', 'American curriculum', 'المنهج الأمريكي'),
  choice('bilingual', 'Bilingual programme', 'البرنامج ثنائي اللغة'),
  choice('undecided', 'Please advise us', 'نرجو المشورة'),
]

const visits = [
  choice('visit', 'I would like to visit the campus', 'أرغب في زيارة الفرع'),
  choice('call', 'I would like to be called', 'أرغب في مكالمة'),
  choice('none', 'An answer in writing is enough', 'يكفيني الرد كتابةً'),
]

const childrenOf = ({ firstYear, ...setting }: FormSetting): Section => ({
  key: 'child',
  title: words('Your child', 'طفلك'),
  parts: [
    block('children', ['Children', 'الأبناء'], ['Child', 'الابن أو الابنة'], {
      min: 1,
      max: 6,
      fields: [
        text('name', 'Child’s full name', 'الاسم الكامل للطفل', { ...must, ...s1 }),
        day('dob', 'Date of birth', 'تاريخ الميلاد', {
          ...must,
          ...s1,
          earliest: { years: -20 },
          latest: { years: 0 },
        }),
        one('entry_year', 'Starting in', 'للالتحاق في العام', entryYears(firstYear), must),
        one('grade', 'Grade', 'الصف', choicesOfGrades(setting), {
          ...must,
          suggestedBy: { birthDate: 'dob', entryYear: 'entry_year' },
        }),
        one('programme', 'Programme', 'البرنامج', programmes, must),
        text('current_school', 'Current school', 'المدرسة الحالية'),
      ],
    }),
  ],
})

/** The enquiry of one campus of a group: a family's enquiry, with the programmes that this campus has. */
export const enquiryAbqForm = (setting: FormSetting): FormDefinition => ({
  ...(setting.ages && { ages: setting.ages }),
  purpose: 'enquiry',
  title: words('Enquire about a place at this campus', 'الاستفسار عن مقعد في هذا الفرع'),
  lead: words('It takes about a minute.', 'يستغرق الأمر نحو دقيقة.'),
  contact: writerContact,
  subject: { block: 'children', name: 'name', birthDate: 'dob' },
  next: [words('The campus will contact you.', 'يتواصل معك أحد موظفي الفرع.'), keepReference],
  pages: [
    {
      key: 'enquiry',
      title: words('Enquiry', 'الاستفسار'),
      sections: [
        writer([one('preferred_channel', 'How should we contact you?', 'كيف تفضّل أن نتواصل معك؟', channels)]),
        childrenOf(setting),
        {
          key: 'more',
          title: words('Anything else', 'أي شيء آخر'),
          parts: [
            one('visit', 'What would help you most?', 'ما الذي يفيدك أكثر؟', visits),
            one('source', 'How did you hear about us?', 'كيف عرفت عنا؟', sources),
            longText('message', 'Your questions', 'أسئلتك', { maxLength: 1000 }),
            contactConsent,
            newsConsent,
          ],
        },
      ],
    },
  ],
})
