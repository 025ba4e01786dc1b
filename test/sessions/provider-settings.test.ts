import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'

const company = {
  OIDC_PROVIDERS: 'company',
  OIDC_COMPANY_ISSUER: 'https://id.example.com/realms/company',
  OIDC_COMPANY_CLIENT_ID: 'quire',
  OIDC_COMPANY_CLIENT_SECRET: 'secret',
}

describe('the settings of OpenID providers', () => {
  it('have defaults: the name as title, the usual scopes, and only invited people are created', () => {
    expect(loadConfig(company).settings.providers).toEqual([
      {
        name: 'company',
        issuer: 'https://id.example.com/realms/company',
        clientId: 'quire',
        clientSecret: 'secret',
        title: 'company',
        scopes: ['openid', 'email', 'profile'],
        creates: 'invited',
      },
    ])
    expect(loadConfig({}).settings.providers).toEqual([])
  })

  it.each([
    ['OIDC_COMPANY_ISSUER', ''],
    ['OIDC_COMPANY_ISSUER', 'id.example.com'],
    ['OIDC_COMPANY_ISSUER', 'http://id.example.com'],
    ['OIDC_COMPANY_ISSUER', 'https://id.example.com?x=1'],
    ['OIDC_COMPANY_ISSUER', 'https://user@id.example.com'],
    ['OIDC_COMPANY_CLIENT_ID', ''],
    ['OIDC_COMPANY_CLIENT_SECRET', ''],
    ['OIDC_COMPANY_TITLE', 'x'.repeat(65)],
    ['OIDC_COMPANY_SCOPES', 'email profile'],
    ['OIDC_COMPANY_CREATES', 'all'],
  ])('are refused with the name of the setting: %s is %j', (name, value) => {
    expect(() => loadConfig({ ...company, [name]: value })).toThrow(
      new RegExp(`^Invalid settings:\\n  ${name}: expected [^\\n]+$`),
    )
  })

  it('name each issuer once', () => {
    const twice = Object.fromEntries(
      Object.entries(company).map(([name, value]) => [name.replace('COMPANY', 'OTHER'), value]),
    )
    expect(() => loadConfig({ ...company, ...twice, OIDC_PROVIDERS: 'company,other' })).toThrow(
      'OIDC_OTHER_ISSUER: expected another issuer than that of company',
    )
  })

  it('accept an issuer without TLS on loopback only', () => {
    const issuer = 'http://127.0.0.1:8080'
    const [provider] = loadConfig({ ...company, OIDC_COMPANY_ISSUER: issuer }).settings.providers
    expect(provider?.issuer).toBe(issuer)
  })
})
