-- expand: tokens and webhooks of the other programs of schools, and calendar addresses of people
CREATE TABLE "calendar_links" (
	"school_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"last_read_at" timestamptz,
	"ended_at" timestamptz,
	CONSTRAINT "calendar_links_school_id_user_id_pk" PRIMARY KEY("school_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"by_user" uuid NOT NULL,
	"created_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"last_used_at" timestamptz,
	"ended_at" timestamptz,
	"ended_by" uuid,
	CONSTRAINT "api_tokens_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamptz NOT NULL,
	"since" timestamptz NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamptz NOT NULL,
	"status" integer,
	"failure" text,
	"tried_at" timestamptz,
	CONSTRAINT "webhook_deliveries_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "webhook_deliveries_state_check" CHECK ("webhook_deliveries"."state" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhooks" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamptz,
	"is_paused" boolean NOT NULL,
	"stopped_at" timestamptz,
	"revision" integer NOT NULL,
	"by_user" uuid NOT NULL,
	"created_at" timestamptz NOT NULL,
	"removed_at" timestamptz,
	CONSTRAINT "webhooks_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_school_id_webhook_id_webhooks_school_id_id_fk" FOREIGN KEY ("school_id","webhook_id") REFERENCES "public"."webhooks"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_links_token_key" ON "calendar_links" USING btree ("school_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_token_key" ON "api_tokens" USING btree ("school_id","token_hash");--> statement-breakpoint
CREATE INDEX "api_tokens_made_idx" ON "api_tokens" USING btree ("school_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("school_id","next_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_latest_idx" ON "webhook_deliveries" USING btree ("school_id","webhook_id","at");--> statement-breakpoint
CREATE POLICY "calendar_links_tenant" ON "calendar_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "api_tokens_tenant" ON "api_tokens" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "webhook_deliveries_tenant" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "webhooks_tenant" ON "webhooks" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
