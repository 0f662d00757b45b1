import { expect, it } from 'vitest'
import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import { classesOf, pupilsFound } from './pupils-found.ts'

const pupil = (en: string, ar: string, admissionNo: string, className: string) =>
  ({ name: { en, ar }, admissionNo, className }) as FacePupil

const pupils = [
  pupil('Zaid Ali', 'زيد علي', '20', '10A'),
  pupil('Amal Hasan', 'أمل حسن', '21', '2B'),
  pupil('Ahmed Said', 'أحمد سعيد', '22', '2B'),
]

it('lists by class and name, the second class before the tenth', () => {
  expect(classesOf(pupils)).toEqual(['2B', '10A'])
  expect(pupilsFound(pupils, '', '').map(({ admissionNo }) => admissionNo)).toEqual(['22', '21', '20'])
})

it('finds in both languages, by number, and within a class', () => {
  const found = (query: string, className = '') => pupilsFound(pupils, query, className).map(({ name }) => name.en)
  expect(found('احمد')).toEqual(['Ahmed Said'])
  expect(found('zaid')).toEqual(['Zaid Ali'])
  expect(found('٢١')).toEqual(['Amal Hasan'])
  expect(found('', '10A')).toEqual(['Zaid Ali'])
  expect(found('amal', '10A')).toEqual([])
})
