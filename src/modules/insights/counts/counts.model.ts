import { z } from 'zod'
import { mustBe } from '../../../core/input-errors.ts'
import { siteAt } from '../../sites/index.ts'

export const MAX_DAYS = 366

const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: mustBe('a day such as 2026-11-18') })
  .refine((day) => !Number.isNaN(Date.parse(day)), { error: mustBe('a day such as 2026-11-18') })

export const GetInsights = z.object({
  ...siteAt,
  from: Day.optional().meta({ description: 'The first day in UTC. By default 29 days before the last one.' }),
  to: Day.optional().meta({ description: 'The last day in UTC. By default today.' }),
})
