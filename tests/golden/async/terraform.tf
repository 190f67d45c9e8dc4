# Written by headroom for an endpoint that scales to zero.
#
# Asynchronous endpoint speech-async, variant blue: 0 to 5 instances, 5 requests of backlog for
#   each.
# Registering the target moves the live instance count into 0..5 at once.
# Not contained, and needed:
#   the service role: AWS makes AWSServiceRoleForApplicationAutoScaling_SageMakerEndpoint itself, if
#     whoever deploys may call iam:CreateServiceLinkedRole
#   the topics: no alert calls anybody, and the endpoint announces no success and no failure, until
#     SNS topics are named in its AsyncInferenceConfig and in the alerts
#   the encryption: keys of the buckets, of the topics and of the endpoint's volumes are the
#     endpoint's own configuration
#   the reconciliation: nothing here looks for outputs that were written and never announced;
#     `headroom async ledger` says which jobs to look for

resource "aws_appautoscaling_target" "variant" {
  service_namespace  = "sagemaker"
  resource_id        = "endpoint/speech-async/variant/blue"
  scalable_dimension = "sagemaker:variant:DesiredInstanceCount"
  min_capacity       = 0
  max_capacity       = 5
}

resource "aws_appautoscaling_policy" "backlog" {
  name               = "speech-async-blue-backlog"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.variant.service_namespace
  resource_id        = aws_appautoscaling_target.variant.resource_id
  scalable_dimension = aws_appautoscaling_target.variant.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value       = 5 # chosen; queued and executing requests of one instance, so the maximum answers a backlog of 25
    scale_out_cooldown = 300 # chosen; counted from the success of the scale-out, not from its start
    scale_in_cooldown  = 300

    customized_metric_specification {
      metric_name = "ApproximateBacklogSizePerInstance"
      namespace   = "AWS/SageMaker"
      statistic   = "Average"

      dimensions {
        name  = "EndpointName"
        value = "speech-async"
      }
    }
  }
}

resource "aws_appautoscaling_policy" "wake" {
  name               = "speech-async-blue-wake"
  policy_type        = "StepScaling"
  service_namespace  = aws_appautoscaling_target.variant.service_namespace
  resource_id        = aws_appautoscaling_target.variant.resource_id
  scalable_dimension = aws_appautoscaling_target.variant.scalable_dimension

  step_scaling_policy_configuration {
    adjustment_type         = "ChangeInCapacity"
    cooldown                = 300 # chosen; counted from the success of the scale-out, not from its start
    metric_aggregation_type = "Average"

    step_adjustment {
      metric_interval_lower_bound = "0" # relative to the alarm's threshold: at it and everything above
      scaling_adjustment          = 1
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "wake" {
  alarm_name          = "speech-async-blue-wake"
  alarm_description   = "Requests wait and no instance runs: starts one. In ALARM until the first instance serves is normal."
  namespace           = "AWS/SageMaker"
  metric_name         = "HasBacklogWithoutCapacity"
  statistic           = "Average"
  period              = 60
  evaluation_periods  = 2
  datapoints_to_alarm = 2
  threshold           = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  treat_missing_data  = "missing"
  alarm_actions       = [aws_appautoscaling_policy.wake.arn]

  dimensions = {
    EndpointName = "speech-async"
  }
}

resource "aws_cloudwatch_metric_alarm" "expired_requests" {
  alarm_name          = "speech-async-blue-expired-requests"
  alarm_description   = "Requests were dropped from the queue because their RequestTTLSeconds had passed. They are lost unless sent again."
  namespace           = "AWS/SageMaker"
  metric_name         = "ExpiredRequests"
  statistic           = "Sum"
  period              = 60
  evaluation_periods  = 1
  datapoints_to_alarm = 1
  threshold           = 0
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"

  dimensions = {
    EndpointName = "speech-async"
    VariantName  = "blue"
  }
}

resource "aws_cloudwatch_metric_alarm" "notification_failures" {
  alarm_name          = "speech-async-blue-notification-failures"
  alarm_description   = "A notification about a finished request was not delivered. Look for the output or the failure itself."
  namespace           = "AWS/SageMaker"
  metric_name         = "NotificationFailures"
  statistic           = "Sum"
  period              = 60
  evaluation_periods  = 1
  datapoints_to_alarm = 1
  threshold           = 0
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"

  dimensions = {
    EndpointName = "speech-async"
    VariantName  = "blue"
  }
}

resource "aws_cloudwatch_metric_alarm" "age_of_oldest_request" {
  alarm_name          = "speech-async-blue-age-of-oldest-request"
  alarm_description   = "The oldest request in the queue has waited for longer than the deadline. Its age in the queue, not of the job: execution comes on top."
  namespace           = "AWS/SageMaker"
  metric_name         = "ApproximateAgeOfOldestRequest"
  statistic           = "Maximum"
  period              = 60
  evaluation_periods  = 1
  datapoints_to_alarm = 1
  threshold           = 900
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"

  dimensions = {
    EndpointName = "speech-async"
  }
}
