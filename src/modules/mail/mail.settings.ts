/** A mail server, as the operator has set it. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** Whether TLS begins with the connection. Otherwise STARTTLS is used. */
  readonly isSecure: boolean
  readonly login?: { readonly user: string; readonly password: string }
}

export interface MailSettings {
  readonly server: MailServer
  readonly from: { readonly name: string; readonly address: string }
}

declare module '../../core/settings.ts' {
  interface Settings {
    /** Undefined if this server cannot send mail. */
    readonly mail: MailSettings | undefined
  }
}
