# PowerShell completion for handofflint
#
#   handofflint completion powershell | Out-String | Invoke-Expression
#
# handofflint itself says what may come next, one word a line. If there is none,
# PowerShell completes files.
Register-ArgumentCompleter -Native -CommandName handofflint -ScriptBlock {
    param($current, $line, $cursor)

    # What was typed is not evaluated here.
    $arguments = @($line.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor } | Select-Object -Skip 1 | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    })
    if ("$current" -eq '') {
        # Before PowerShell 7.3 an empty argument of a program is dropped.
        $arguments += if ("$PSNativeCommandArgumentPassing" -in '', 'Legacy') { '""' } else { '' }
    }
    foreach ($word in @(& handofflint @arguments --generate-bash-completion 2>$null)) {
        if ($word.StartsWith("$current")) {
            [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $word)
        }
    }
}
