import { foldText } from '#shared/kernel/text/search.rules.ts'

/** A consonant and the vowels written before it. `vowels` of the end stand alone. */
interface Beat {
  consonant: string
  vowels: Vowels
}

/** Vowels between two consonants: `a` `i` `u`, `e` for one that may be a or i. */
export interface Vowels {
  sounds: string
  /** Begins the name: an alef or ain carries any vowel. */
  carried: boolean
  /** Two letters in Latin (`ee`, `ai`, `ou`): Arabic would have written a letter too. */
  long: boolean
}

/** One way to hear one part of a name. */
export interface Hearing {
  beats: Beat[]
  end: Vowels
  script: 'arabic' | 'latin'
}

/**
 * Arabic letters by their sound. Capitals are sounds that Latin writes with two letters: T th, X kh, D dh, S sh, G gh,
 * C ch. Alef, waw and ya are vowels unless they begin the name; ain is not heard in Latin.
 */
const arabicSounds: Readonly<Record<string, string>> = Object.fromEntries(
  'ب:b پ:b ت:t ث:T ج:j ح:h خ:X د:d ذ:D ر:r ز:z س:s ش:S ص:s ض:D ط:t ظ:D غ:G ف:f ڤ:v ق:q ك:k گ:g ل:l م:m ن:n ه:h چ:C ژ:j'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
const arabicVowels: Readonly<Record<string, string>> = { ا: 'a', و: 'u', ي: 'i', ع: '' }

const latinPairs: readonly (readonly [RegExp, string])[] = [
  [/^ou(?=[aeiy])/, 'w'],
  [/tch|tsh/g, 'C'],
  [/sch|sh/g, 'S'],
  [/ch/g, 'C'],
  [/kh/g, 'X'],
  [/gh/g, 'G'],
  [/th/g, 'T'],
  [/dh/g, 'D'],
  [/ph/g, 'f'],
  [/dj/g, 'j'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/p/g, 'b'],
]
const latinVowels: Readonly<Record<string, string>> = { a: 'a', e: 'e', i: 'i', o: 'u', u: 'u', y: 'i', w: 'u' }

/** Numbers that stand for Arabic letters in chats: Mo7amed, 3li. */
const chatLetters: Readonly<Record<string, string>> = { 2: '', 3: 'a', 5: 'kh', 6: 't', 7: 'h', 8: 'q', 9: 's' }

const isArabic = (word: string) => /\p{Script=Arabic}/u.test(word)

/** Same letters side by side are one; the vowels between consonants become one group. */
function hear(letters: string, script: Hearing['script'], vowels: Readonly<Record<string, string>>): Hearing {
  const beats: Beat[] = []
  let group: Vowels = { sounds: '', carried: false, long: false }
  let written = ''
  for (const [index, letter] of [...letters].entries()) {
    const vowel = index === 0 && /[wyوي]/.test(letter) ? undefined : vowels[letter]
    if (vowel === undefined) {
      beats.push({ consonant: { و: 'w', ي: 'y' }[letter] ?? letter, vowels: group })
      group = { sounds: '', carried: false, long: false }
      written = ''
      continue
    }
    if (index === 0) group.carried = true
    written += letter
    // An alef or ain at the beginning only carries the vowel.
    if (!(index === 0 && script === 'arabic') && !group.sounds.endsWith(vowel)) group.sounds += vowel
    group.long = script === 'latin' && written.length > 1
  }
  // Doubled e and o are the long i and u.
  if (script === 'latin')
    for (const { vowels } of [...beats, { vowels: group }])
      if (vowels.long && vowels.sounds === 'e') vowels.sounds = 'i'
  return { beats, end: group, script }
}

/** Written otherwise than said. */
const irregular: Readonly<Record<string, string>> = {
  عمرو: 'عمر',
  طه: 'طاها',
  يس: 'ياسين',
  md: 'mohammed',
  mohd: 'mohammed',
  muhd: 'mohammed',
}

function hearArabic(word: string): Hearing[] {
  // A final ta marbuta is written like a final ha, a final alef like a final ya: either may be meant.
  const bare = irregular[word] ?? word
  const endings = /.ه$/.test(bare) ? [bare.replace(/ه$/, 'ا'), bare] : [bare]
  return endings.map((ending) => {
    const heard = hear(Array.from(ending, (letter) => arabicSounds[letter] ?? letter).join(''), 'arabic', arabicVowels)
    if (ending.endsWith('ي')) heard.end = { ...heard.end, sounds: heard.end.sounds.replace(/i$/, 'e') }
    return heard
  })
}

function hearLatin(word: string): Hearing[] {
  const letters = latinPairs
    .reduce((text, [pair, sound]) => text.replace(pair, sound), irregular[word] ?? word)
    .replace(/([^aeiou])\1+/g, '$1')
  const endings = /[aeiou]h$/.test(letters) ? [letters, letters.slice(0, -1)] : [letters]
  // Arabic has one letter for v and for the u of a diphthong: Javed is جاويد.
  const spellings = /.v/.test(letters)
    ? endings.flatMap((ending) => [ending, ending.replace(/(?<=.)v/g, 'w')])
    : endings
  return spellings.map((ending) => hear(ending, 'latin', latinVowels))
}

/** Prefixes that people write apart, together, or leave out. */
const articles = new Set(['al', 'el', 'ul', 'ال'])
const sonOf = new Set(['bin', 'ibn', 'ben', 'bint', 'binti', 'بن', 'ابن', 'بنت'])
const servantOf = /^(abd|abdu|abdul|abdel|abdal|abdool|abdoul|عبد)$/
const fatherOf = /^(abu|abo|abou|ابو)$/
const ofGod = /^(allah|ullah|ollah|الله|din|deen|dine|eddin|eddine|uddin|الدين)$/
const isSunArticle = (word: string, next: string) =>
  /^(a|e)(d|dh|n|r|s|sh|t|th|z)$/.test(word) && next.startsWith(word.slice(1))

/** Beyond this nobody's name goes, and comparing costs more than it tells. */
const maxWords = 16
const maxWordLength = 32

/** The words of a name as units that belong together: `Abd al-Rahman` is one, `bin` and `Al-` are none. */
export function nameParts(name: string): string[] {
  const words = foldText(name.replace(/['’‘`´ʿʾʼ]/g, ''))
    .split(' ')
    .slice(0, maxWords)
    .map((word) => word.slice(0, maxWordLength))
    .map((word) => (/[a-z]/.test(word) ? word.replace(/[235-9]/g, (digit) => chatLetters[digit] ?? digit) : word))
    .filter(Boolean)
  const parts: string[] = []
  let before = ''
  for (const [index, word] of words.entries()) {
    const next = words[index + 1]
    if (next && (articles.has(word) || isSunArticle(word, next))) continue
    if (next && index > 0 && sonOf.has(word)) continue
    if (next && (servantOf.test(word) || fatherOf.test(word))) before = servantOf.test(word) ? joinServant(word) : word
    else if (ofGod.test(word) && parts.length > 0 && !before)
      parts.push(`${parts.pop() ?? ''}${word.replace(/^ال(?=دين)/, '')}`)
    else {
      parts.push(before + word)
      before = ''
    }
  }
  return parts
}

const joinServant = (word: string) => (isArabic(word) ? word : 'abd')

/** The article and the joints inside a word taken out, where that may be what they are: `Alkuwari`, `Abdulaziz`. */
function bareForms(word: string): string[] {
  const joined = word
    .replace(/^(abd)[aeiou]*(?:[lrsnzt](?=[bcdfghjklmnpqrstvwxyz])|l(?=[aeiou]))/, '$1')
    .replace(/^(abd)[aeiou]+(?=[^aeiou])/, '$1')
    .replace(/^(عبد)ال/, '$1')
    .replace(/(?<=.{2})[aeiou]+[ld]?d(i|ee|ea)ne?$/, 'din')
    .replace(/(?<=.{2})الدين$/, 'دين')
    .replace(/(?<=.{2})الله$/, 'له')
  const without = joined.replace(/^(al|el|ben|bin|ال|بن)(?=.{3})/, '')
  return without === joined ? [joined] : [joined, without]
}

/** All the ways in which one part of a name may be heard; in whatever script it is written. */
export const hearings = (part: string): Hearing[] =>
  bareForms(part).flatMap((form) => (isArabic(form) ? hearArabic(form) : hearLatin(form)))
