import type { Organization } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { Billing, TrialStatus } from './organizations.model.ts'

type Pricing = NonNullable<Billing['pricing']>

const IntervalEnum = graphqlEnum('BillingInterval', Billing.shape.interval, 'The billing interval.', {
  monthly: 'Every month.',
  yearly: 'Every year.',
})

const TrialStatusEnum = graphqlEnum(
  'OrganizationTrialStatus',
  TrialStatus.unwrap(),
  'The status of a trial.',
  {
    notapplicable: 'Trials do not apply to this organization.',
    none: 'No trial was started.',
    active: 'The trial is running.',
    ended: 'The trial was ended.',
    expired: 'The trial has expired.',
  },
)

export const Trial = builder.objectRef<Organization>('OrganizationTrial').implement({
  description: 'The trial of an organization.',
  fields: (t) => ({
    status: t.field({
      type: TrialStatusEnum,
      description: 'The status of the trial.',
      resolve: ({ trialStatus }) => TrialStatus.parse(trialStatus),
    }),
    endDate: t.expose('trialEndDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When the trial ends.',
    }),
    decision: t.exposeString('trialDecision', {
      nullable: true,
      description: 'What happens when the trial ends.',
    }),
  }),
})

const MemberPricing = builder.objectRef<Pricing['members']>('MemberPricing').implement({
  description: 'The price of a member, by plan.',
  fields: (t) => ({
    plus2024: t.exposeFloat('plus_2024', { description: 'The price on the Plus plan of 2024.' }),
    pro2024: t.exposeFloat('pro_2024', { description: 'The price on the Pro plan of 2024.' }),
  }),
})

const SitePricing = builder.objectRef<Pricing['sites']>('SitePricing').implement({
  description: 'The price of a site, by plan.',
  fields: (t) => ({
    premium: t.exposeFloat('premium', { description: 'The price on the Premium plan.' }),
    ultimate: t.exposeFloat('ultimate', { description: 'The price on the Ultimate plan.' }),
  }),
})

const PricingType = builder.objectRef<Pricing>('BillingPricing').implement({
  description: 'The prices of members and sites.',
  fields: (t) => ({
    members: t.expose('members', { type: MemberPricing, description: 'The prices per member.' }),
    sites: t.expose('sites', { type: SitePricing, description: 'The prices per site.' }),
  }),
})

const UsageAddon = builder.objectRef<{ name: string; enabled: boolean }>('UsageAddon').implement({
  description: 'A usage-based add-on.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the add-on.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether the add-on is enabled.' }),
  }),
})

export const BillingType = builder.objectRef<Billing>('OrganizationBilling').implement({
  description: 'The billing of an organization.',
  fields: (t) => ({
    interval: t.expose('interval', { type: IntervalEnum, description: 'The billing interval.' }),
    endDate: t.field({
      type: 'DateTime',
      description: 'When the current billing period ends.',
      resolve: ({ endDate }) => new Date(endDate),
    }),
    hasPaymentFailed: t.exposeBoolean('hasPaymentFailed', {
      description: 'Whether the last payment failed.',
    }),
    isScheduledToCancel: t.exposeBoolean('isScheduledToCancel', {
      description: 'Whether the subscription ends with the current period.',
    }),
    pricing: t.field({
      type: PricingType,
      nullable: true,
      description: 'The prices of members and sites. Null if they are not known.',
      resolve: ({ pricing }) => pricing ?? null,
    }),
    usageAddons: t.field({
      type: [UsageAddon],
      description: 'The usage-based add-ons.',
      resolve: ({ usageAddons = {} }) =>
        Object.entries(usageAddons).map(([name, { enabled }]) => ({ name, enabled })),
    }),
  }),
})
