// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryGetAgentByWalletTest is RegistryTest {
    string private constant REFUSAL = "No agent registered for this wallet";

    function test_GivenTheWalletHasNoAgent() public {
        assertRefused(stranger, viewCall(stranger.addr), REFUSAL);
        assertRefused(stranger, viewCall(address(0)), REFUSAL);
    }

    function test_GivenTheAddressIsAnotherPartyOfAnAgent() public {
        assertRefused(stranger, viewCall(creator.addr), REFUSAL);
        assertRefused(stranger, viewCall(haftungsperson.addr), REFUSAL);
    }

    function test_GivenTheWalletHasAnAgent() public {
        registerChild(agentId, "child");
        assertAgent(registry.getAgentByWallet(wallet.addr), registry.getAgent(agentId));
        assertEq(registry.getAgentByWallet(makeActor("child").addr).agentId, agentId + 1);
    }

    function test_GivenTheWalletsAgentIsRevoked() public {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertAgent(registry.getAgentByWallet(wallet.addr), registry.getAgent(agentId));
    }

    function test_GivenTheWalletWasReplaced() public {
        replaceWallet(agentId, stranger.addr);
        assertRefused(stranger, viewCall(wallet.addr), REFUSAL);
        assertAgent(registry.getAgentByWallet(stranger.addr), registry.getAgent(agentId));
    }

    function test_GivenTheWalletWasReleased() public {
        releaseByWallet(agentId);
        assertRefused(stranger, viewCall(wallet.addr), REFUSAL);
        uint256 anew = register(wallet, registration());
        assertEq(registry.getAgentByWallet(wallet.addr).agentId, anew);
    }

    function testFuzz_GivenAnyOtherAddress(address account) public {
        vm.assume(account != wallet.addr);
        assertRefused(stranger, viewCall(account), REFUSAL);
    }

    function viewCall(address account) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.getAgentByWallet, (account));
    }
}
