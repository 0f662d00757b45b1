CREATE TABLE "account_challenges" (
	"school_id" uuid NOT NULL,
	"ticket_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"codes" jsonb NOT NULL,
	"registered" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"sends" integer NOT NULL,
	"next_send_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "account_challenges_school_id_ticket_hash_pk" PRIMARY KEY("school_id","ticket_hash")
);
--> statement-breakpoint
ALTER TABLE "account_challenges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account_links" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"registered" jsonb,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "account_links_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "account_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mails" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"language" text NOT NULL,
	"template" text NOT NULL,
	"params" jsonb NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamptz NOT NULL,
	"sent_at" timestamptz,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "mails_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "window_ms" integer DEFAULT 900000 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pin_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "account_challenges_expires_idx" ON "account_challenges" USING btree ("school_id","expires_at");--> statement-breakpoint
CREATE INDEX "account_links_expires_idx" ON "account_links" USING btree ("school_id","expires_at");--> statement-breakpoint
CREATE INDEX "mails_next_idx" ON "mails" USING btree ("school_id","state","next_at");--> statement-breakpoint
CREATE INDEX "users_email_idx" ON "users" USING btree ("school_id",lower("email"));--> statement-breakpoint
CREATE POLICY "account_challenges_tenant" ON "account_challenges" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "account_links_tenant" ON "account_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "mails_tenant" ON "mails" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));