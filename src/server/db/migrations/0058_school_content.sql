-- expand: who must agree to a new consent wording, when earlier agreements lapse, who published it, and who was asked again
ALTER TABLE "consent_requests" ADD COLUMN "asked_again_at" timestamptz;--> statement-breakpoint
ALTER TABLE "consent_wordings" ADD COLUMN "published_by" uuid;--> statement-breakpoint
ALTER TABLE "consent_wordings" ADD COLUMN "again" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_wordings" ADD COLUMN "lapses_on" date;
