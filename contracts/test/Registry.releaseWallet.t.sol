// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegulatorGuard} from "./base/RegulatorGuard.sol";

contract RegistryReleaseWalletTest is RegulatorGuard {
    function guardedCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.releaseWallet, (id));
    }

    function checkEffect(Actor memory by) internal override {
        checkReleased(by, IRegistry.Status.Terminated);
    }

    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        checkReleased(regulator, IRegistry.Status.Terminated);
    }

    function test_GivenTheAgentIsRevoked() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        checkReleased(regulator, IRegistry.Status.Revoked);
    }

    function test_GivenTheAgentIsTerminated() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        checkReleased(regulator, IRegistry.Status.Terminated);
    }

    function testFuzz_GivenTheWalletHasAgreed(uint8 status) public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        giveStatus(agentId, IRegistry.Status(status % 4));
        assertRefused(regulator, guardedCall(agentId), "Wallet has agreed");
    }

    function test_GivenTheWalletAgreedAfterItsAgentEnded() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        send(wallet, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        assertRefused(regulator, guardedCall(agentId), "Wallet has agreed");
    }

    function test_GivenTheWalletRegisteredItself() public onBothRoutes {
        Registration memory r = registration();
        r.agentWallet = stranger.addr;
        assertRefused(regulator, guardedCall(register(stranger, r)), "Wallet has agreed");
    }

    function test_GivenTheOtherPartiesHaveAgreed() public onBothRoutes {
        send(haftungsperson, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        checkReleased(regulator, IRegistry.Status.Terminated);
        assertConsents(agentId, false, true, true);
    }

    function test_GivenTheHaftungspersonRefused() public onBothRoutes {
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        checkReleased(regulator, IRegistry.Status.Terminated);
        assertRefusals(agentId, true, false);
    }

    function test_GivenTheWalletWasReleased() public onBothRoutes {
        checkReleased(regulator, IRegistry.Status.Terminated);
        assertRefused(regulator, guardedCall(agentId), "Wallet already released");
    }

    function test_GivenTheWalletReleasedItself() public onBothRoutes {
        releaseByWallet(agentId);
        assertRefused(regulator, guardedCall(agentId), "Wallet already released");
    }

    function test_GivenTheWalletWasRegisteredAnew() public onBothRoutes {
        checkReleased(regulator, IRegistry.Status.Terminated);
        uint256 anew = register(wallet, registration());
        assertRefused(regulator, guardedCall(agentId), "Wallet already released");
        assertRefused(regulator, guardedCall(anew), "Wallet has agreed");
        assertEq(registry.walletToAgent(wallet.addr), anew, "bound to the new record");
    }

    function test_GivenTheAgentHasChildren() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        checkReleased(regulator, IRegistry.Status.Terminated);
        assertStatus(registry.getAgent(child).status, IRegistry.Status.Active);
    }

    function checkReleased(Actor memory by, IRegistry.Status status) private {
        IRegistry.Agent memory expected = registry.getAgent(agentId);
        IRegistry.Status oldStatus = expected.status;
        expected.status = status;
        uint64 time = uint64(block.timestamp);
        vm.recordLogs();
        send(by, guardedCall(agentId));
        emit IRegistry.WalletReleased(agentId, by.addr, wallet.addr, time);
        if (status != oldStatus) {
            emit IRegistry.AgentStatusChanged(
                agentId, by.addr, oldStatus, status, "Wallet released by a regulator", time
            );
        }
        assertEvents();
        assertAgent(registry.getAgent(agentId), expected);
        assertTrue(registry.isWalletReleased(agentId), "released");
        assertFalse(registry.isRegistered(wallet.addr), "free");
        assertEq(registry.walletToAgent(wallet.addr), 0, "no number");
        assertRefused(
            stranger,
            abi.encodeCall(IRegistry.getAgentByWallet, (wallet.addr)),
            "No agent registered for this wallet"
        );
    }
}
