-- expand: second factors with recovery codes, sign-ins between two factors, settings of the sign-in, when a session was proved last
CREATE TABLE "passkey_challenges" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"challenge" text NOT NULL,
	"host" text NOT NULL,
	"bound_to" text,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "passkey_challenges_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "passkey_challenges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkeys" (
	"school_id" uuid NOT NULL,
	"id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"host" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "passkeys_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "passkeys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"school_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "recovery_codes_school_id_user_id_code_hash_pk" PRIMARY KEY("school_id","user_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_tickets" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"must_set_up" boolean NOT NULL,
	"proof" text NOT NULL,
	"chain" uuid,
	"session_until" timestamptz,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "sign_in_tickets_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "sign_in_tickets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "totp_factors" (
	"school_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamptz,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "totp_factors_school_id_user_id_pk" PRIMARY KEY("school_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "totp_factors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_settings" (
	"school_id" uuid NOT NULL,
	"requires_second_factor" boolean NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text,
	"allowed_tenant" text NOT NULL,
	"allowed_domain" text NOT NULL,
	"group_roles" jsonb NOT NULL,
	"is_enforced" boolean NOT NULL,
	"break_glass" uuid,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "sign_in_settings_school_id_pk" PRIMARY KEY("school_id")
);
--> statement-breakpoint
ALTER TABLE "sign_in_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sso_links" (
	"school_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"linked_at" timestamptz NOT NULL,
	CONSTRAINT "sso_links_school_id_issuer_subject_pk" PRIMARY KEY("school_id","issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "sso_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sso_turns" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"nonce" text NOT NULL,
	"verifier" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"user_id" uuid,
	"bound_to" text,
	"is_fresh" boolean NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "sso_turns_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "sso_turns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamptz;--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_idx" ON "passkey_challenges" USING btree ("school_id","expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user_idx" ON "passkeys" USING btree ("school_id","user_id");--> statement-breakpoint
CREATE INDEX "sign_in_tickets_expires_idx" ON "sign_in_tickets" USING btree ("school_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sso_links_user_key" ON "sso_links" USING btree ("school_id","user_id");--> statement-breakpoint
CREATE INDEX "sso_turns_expires_idx" ON "sso_turns" USING btree ("school_id","expires_at");--> statement-breakpoint
CREATE POLICY "passkey_challenges_tenant" ON "passkey_challenges" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "passkeys_tenant" ON "passkeys" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "recovery_codes_tenant" ON "recovery_codes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sign_in_tickets_tenant" ON "sign_in_tickets" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "totp_factors_tenant" ON "totp_factors" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sign_in_settings_tenant" ON "sign_in_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sso_links_tenant" ON "sso_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sso_turns_tenant" ON "sso_turns" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
