// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentGuard} from "./base/AgentGuard.sol";

contract RegistryReportRevenueTest is AgentGuard {
    uint256 private constant MAX_AMOUNT = 2 ** 53 - 1;

    function guardedCall(uint256 id) internal view override returns (bytes memory) {
        return callOf(id, report());
    }

    function checkEffect(Actor memory by) internal override {
        checkAccepted(by, report());
    }

    // -------------------------------------------------------------- arguments

    function test_WhenTheAmountIsTooLarge() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.amount = MAX_AMOUNT + 1;
        assertRefused(wallet, callOf(agentId, r), "Amount too large");
        r.amount = type(uint256).max;
        assertRefused(wallet, callOf(agentId, r), "Amount too large");
    }

    function test_WhenTheCurrencyIsEmpty() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.currency = "";
        assertRefused(wallet, callOf(agentId, r), "Invalid currency");
    }

    function test_WhenTheCurrencyHas32Bytes() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.currency = "12345678901234567890123456789012";
        assertRefused(wallet, callOf(agentId, r), "Invalid currency");
    }

    function test_WhenTheCategoryIsEmpty() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.category = "";
        assertRefused(wallet, callOf(agentId, r), "Invalid category");
    }

    function test_WhenTheCategoryHas32Bytes() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.category = "12345678901234567890123456789012";
        assertRefused(wallet, callOf(agentId, r), "Invalid category");
    }

    function test_WhenThePeriodStartsAfterItsEnd() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.periodStart = r.periodEnd + 1;
        assertRefused(wallet, callOf(agentId, r), "Invalid reporting period");
    }

    function test_WhenThePeriodEndsInTheFuture() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.periodEnd = uint64(block.timestamp) + 1;
        assertRefused(wallet, callOf(agentId, r), "Invalid reporting period");
        r.periodEnd = type(uint64).max;
        assertRefused(wallet, callOf(agentId, r), "Invalid reporting period");
    }

    function test_WhenSeveralArgumentsAreInvalid() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        (r.amount, r.currency, r.category, r.periodStart) = (MAX_AMOUNT + 1, "", "", r.periodEnd + 1);
        assertRefused(wallet, callOf(agentId, r), "Amount too large");
        r.amount = 0;
        assertRefused(wallet, callOf(agentId, r), "Invalid currency");
        r.currency = "EUR";
        assertRefused(wallet, callOf(agentId, r), "Invalid category");
        r.category = "research";
        assertRefused(wallet, callOf(agentId, r), "Invalid reporting period");
    }

    function test_WhenTheArgumentsAreInvalidAndTheAgentIsNotActive() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.amount = MAX_AMOUNT + 1;
        giveStatus(agentId, IRegistry.Status.Suspended);
        assertRefused(wallet, callOf(agentId, r), "Agent not active");
    }

    // ----------------------------------------------------------------- bounds

    function test_WhenTheAmountIsZero() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.amount = 0;
        checkAccepted(wallet, r);
    }

    function test_WhenTheAmountIsTheLargest() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        r.amount = MAX_AMOUNT;
        checkAccepted(wallet, r);
    }

    function test_WhenTheNamesHave1And31Bytes() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        (r.currency, r.category) = ("E", "1234567890123456789012345678901");
        checkAccepted(wallet, r);
        (r.currency, r.category) = (r.category, r.currency);
        checkAccepted(wallet, r);
    }

    function test_WhenThePeriodIsOneSecondThatEndsNow() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        (r.periodStart, r.periodEnd) = (uint64(block.timestamp), uint64(block.timestamp));
        checkAccepted(wallet, r);
    }

    function test_WhenThePeriodIsTheEpoch() public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        (r.periodStart, r.periodEnd) = (0, 0);
        checkAccepted(wallet, r);
    }

    function testFuzz_WhenAnythingIsReported(
        uint256 amount,
        bytes32 currency,
        bytes32 category,
        uint64 periodStart,
        uint64 periodEnd,
        uint256 shape
    ) public onBothRoutes {
        IRegistry.RevenueReport memory r = report();
        // Most numbers are far out of bounds: the shape brings a part of them near or inside.
        r.amount = shape & 1 == 0 ? bound(amount, 0, MAX_AMOUNT + 1) : amount;
        r.currency = nameOf(currency, bound(shape >> 8, 0, 32));
        r.category = nameOf(category, bound(shape >> 16, 0, 32));
        r.periodEnd = shape & 2 == 0 ? uint64(bound(periodEnd, 0, block.timestamp + 1)) : periodEnd;
        r.periodStart = shape & 4 == 0 ? uint64(bound(periodStart, 0, r.periodEnd)) : periodStart;

        string memory reason = reasonAgainst(r);
        if (bytes(reason).length == 0) checkAccepted(creator, r);
        else assertRefused(creator, callOf(agentId, r), reason);
    }

    // ---------------------------------------------------------------- helpers

    function report() private view returns (IRegistry.RevenueReport memory) {
        return IRegistry.RevenueReport({
            agentId: agentId,
            amount: 12_345,
            currency: "EUR",
            category: "research",
            periodStart: uint64(block.timestamp) - 2 days,
            periodEnd: uint64(block.timestamp) - 1 days,
            reportedAt: uint64(block.timestamp)
        });
    }

    function callOf(uint256 id, IRegistry.RevenueReport memory r) private pure returns (bytes memory) {
        return abi.encodeCall(
            IRegistry.reportRevenue, (id, r.amount, r.currency, r.category, r.periodStart, r.periodEnd)
        );
    }

    function checkAccepted(Actor memory by, IRegistry.RevenueReport memory r) private {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        expected.lastRevenueReport = uint64(block.timestamp);
        uint256 count = registry.getRevenueHistory(agentId).length;

        vm.recordLogs();
        send(by, callOf(agentId, r));
        emit IRegistry.RevenueReported(
            agentId, by.addr, r.amount, r.currency, r.category, r.periodStart, r.periodEnd, r.reportedAt
        );
        assertEvents();
        assertAgent(registry.getAgent(agentId), expected);
        IRegistry.RevenueReport[] memory history = registry.getRevenueHistory(agentId);
        assertEq(history.length, count + 1, "one report more");
        assertEq(abi.encode(history[count]), abi.encode(r), "the report as sent");
    }

    function reasonAgainst(IRegistry.RevenueReport memory r) private view returns (string memory) {
        if (r.amount > MAX_AMOUNT) return "Amount too large";
        if (bytes(r.currency).length == 0 || bytes(r.currency).length > 31) return "Invalid currency";
        if (bytes(r.category).length == 0 || bytes(r.category).length > 31) return "Invalid category";
        if (r.periodStart > r.periodEnd || r.periodEnd > block.timestamp) return "Invalid reporting period";
        return "";
    }

    function nameOf(bytes32 text, uint256 length) private pure returns (string memory) {
        bytes memory name = new bytes(length);
        for (uint256 i = 0; i < length; ++i) name[i] = text[i];
        return string(name);
    }
}
