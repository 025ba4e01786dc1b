import { expect, test } from 'vitest'
import { surveyPatterns } from '../architecture/patterns/survey.ts'
import { figure } from './figures.ts'

test('every pattern of the sources is linear in its text', () => {
  const { tried, superlinear } = surveyPatterns()
  expect(superlinear).toEqual([])
  figure('patterns of the sources that were tried', tried, { atLeast: 200 })
  figure('quadratic patterns', superlinear.length, { exactly: 0 })
})
